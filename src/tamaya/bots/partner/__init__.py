"""The partner that people play with: a few conventions, kept strictly, and a reason for every move.

The conventions are told in ``docs/reference/partner.md``. ``history`` reads the events of a game by
``conventions`` into the objects of ``state``, ``choose`` weighs what can be done, ``explain`` says why,
``player`` is the bot at a table, and ``compiled`` plays whole games in the compiled engine.
"""

from tamaya.bots.partner.explain import understood
from tamaya.bots.partner.player import Partner, choose_action, explain_action

__all__ = ["Partner", "choose_action", "explain_action", "understood"]
