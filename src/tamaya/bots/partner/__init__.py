"""The partner that people play with: by a book of conventions, kept strictly, with a reason for every move.

The books are told in ``docs/reference/conventions.md``, and how the bot keeps to them in
``docs/reference/partner.md``. ``tamaya.bots.conventions`` reads the events of a game; ``styles`` lists the
books, ``choose`` weighs what can be done, ``account`` tells a game as all can tell it, ``spoken`` says from
that why a move is made, ``thoughts`` what else the seat had in mind, ``player`` is the bot at a table, and
``compiled`` plays whole games in the compiled engine.
"""

from tamaya.bots.partner.explain import understood
from tamaya.bots.partner.player import Partner, choose_action, explain_action

__all__ = ["Partner", "choose_action", "explain_action", "understood"]
