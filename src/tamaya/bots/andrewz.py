"""Baselines for andrewz."""

from __future__ import annotations

from random import Random

from tamaya.andrewz.actions import Action, Discard, Play
from tamaya.andrewz.view import View
from tamaya.bots.registry import bot
from tamaya.words import Message


@bot(name="any", game="andrewz", summary=Message("bots.any"))
def any_legal(view: View, rng: Random) -> Action:
    """Any legal action."""
    return rng.choice(view.actions)


@bot(game="andrewz", summary=Message("bots.greedy"))
def greedy(view: View) -> Action:
    """Plays the card that will be hardest to play later: repeats before steps, low before high."""
    plays = [action for action in view.actions if isinstance(action, Play)]
    if plays:
        return min(plays, key=lambda play: (_is_step(view, play), play.card.rank))
    discards = [action for action in view.actions if isinstance(action, Discard)]
    # A discard costs two cards for one: worth it only for a colour that is about to be closed.
    return view.actions[-1] if not discards or view.deck_size else discards[0]


def _is_step(view: View, play: Play) -> bool:
    """Whether the play raises its pile, which shuts out the cards below."""
    pile = view.pile(play.card.suit)
    return bool(pile) and pile[-1].rank != play.card.rank
