"""The partner that people play with: a few conventions, kept strictly, and a reason for every move.

The conventions are told in ``docs/partner.md``. ``public`` reads the history by them, ``choose`` weighs what
can be done, ``words`` says why.
"""

from tamaya.bots.partner.choose import CLUE, PLAY, Sight, best, look, touched_by
from tamaya.bots.partner.public import Book, Public
from tamaya.bots.partner.table import book_of, face_of, public_knowledge
from tamaya.bots.partner.tiles import use_tile
from tamaya.bots.partner.words import understood, why_clue, why_discard, why_play
from tamaya.bots.registry import Choice, bot
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.view import View
from tamaya.rules import Seat

__all__ = ["choose", "explain", "partner", "understood"]


@bot(name="partner", conventions="partner", compiled="tamaya.fast.partner:finish_games")
def partner(view: View) -> Choice:
    """Follows a few conventions that people learn in five minutes, and says why."""
    return choose(view)


def choose(view: View) -> Choice:
    """The move of the seat on turn, with its reason."""
    book = book_of(view.rules, view.players)
    public = public_knowledge(view)
    sight = _sight(view, book, public)
    if view.tile is not None:
        return _use_tile(view, book, public, sight)
    kind, what = best(book, public, sight)
    action: Action = Play(what + 1) if kind == PLAY else Discard(what + 1)
    if kind == CLUE:
        receiver, clue = divmod(what, book.clues)
        action = Clue(Seat(receiver), view.rules.tables.clues[clue])
    if action not in view.actions:
        return Choice(view.actions[0], "There is nothing else to do.")
    return _explained(view, book, public, sight, action)


def explain(view: View, action: Action) -> Choice:
    """A move of the seat on turn, with what it means by the conventions, whoever thought of it."""
    book = book_of(view.rules, view.players)
    public = public_knowledge(view)
    sight = _sight(view, book, public)
    look(book, public, sight)
    return _explained(view, book, public, sight, action)


def _explained(view: View, book: Book, public: Public, sight: Sight, action: Action) -> Choice:
    match action:
        case Clue(receiver, told):
            clue = view.rules.tables.clues.index(told)
            touched = touched_by(book, public, sight, receiver, clue)
            return Choice(action, why_clue(view, book, public, sight.seat, receiver, clue, touched))
        case Play(slot) if slot:
            return Choice(action, *why_play(view, public, sight, slot - 1))
        case Discard(slot):
            return Choice(action, *why_discard(view, public, sight, slot - 1))
        case _:
            return Choice(action)


def _use_tile(view: View, book: Book, public: Public, sight: Sight) -> Choice:
    action = use_tile(view, book, public, sight)
    if isinstance(action, FreeClue):
        clue = view.rules.tables.clues.index(action.clue)
        touched = touched_by(book, public, sight, action.receiver, clue)
        return Choice(action, why_clue(view, book, public, sight.seat, action.receiver, clue, touched))
    assert isinstance(action, Back | Encore)
    return Choice(action, f"Of the discarded cards, {action.card} helps us most.")


def _sight(view: View, book: Book, public: Public) -> Sight:
    assert view.seat is not None
    sight = Sight.blank(book, view.seat, len(public.told))
    for seat, hand in enumerate(view.hands):
        if seat != view.seat:
            for held in hand:
                assert held.card is not None
                sight.face_of[held.id] = face_of(view.rules, held.card)
    return sight
