"""Styles: the books of conventions by which ``partner`` can play."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tamaya.bots.conventions.state import H_GROUP, PLAIN, TAMAYA
from tamaya.bots.partner.weights import Weights
from tamaya.rules import UnknownName
from tamaya.words import Message

PLAIN_WEIGHTS: Final = Weights(
    last_copy=0.0639,
    last_copy_step=0.282,
    spare_copy=0.0524,
    only_copy=0.143,
    only_copy_near=0.635,
    token=0.455,
    token_scarce=0.84,
    lost_game=0.828,
    strike_second=3.82,
    strike_first=1.5,
    late=4.77,
    late_soon=1.23,
    no_discard=0.275,
    false_idea=0.0452,
    second_call=0.0835,
    new_play=0.173,
    new_play_step=0.0403,
    new_play_later=0.318,
    touch_dead=0.112,
    touch_twin=0.243,
    touch_useful=0.273,
    touch_last=0.22,
    new_dead=0.124,
    news=0.205,
    later_seat=0.158,
    play_step=0.0643,
    play_last=0.07,
    out_of_turn=0.169,
    discard_clued=0.343,
    full=0.389,
    doubt=0.0814,
    wrong_play=3.0,
    doubt_touched=0.0175,
    doubt_called=0.00235,
    guess=2.04,
    others_play=0.167,
    others_safe=-0.0839,
    others_at_end=0.337,
    called=0.133,
)

CARELESS_WEIGHTS: Final = replace(PLAIN_WEIGHTS, wrong_play=10.0)


STRANGERS: Final = 95
"""How much teammates are trusted at first who have agreed on nothing, in per cent."""
AGREED: Final = 99
"""And those who have agreed on the many conventions of the book h-group."""


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play."""

    name: str
    book: int
    """As in ``conventions.state``."""
    weights: Weights
    pair: Weights | None = None
    """What things are worth with two players, if that differs."""
    flourish: Weights | None = None
    """What things are worth where the game goes on until it is perfect or lost (F1), if that differs."""
    flourish_pair: Weights | None = None
    """And with two players."""
    literal: Weights = PLAIN_WEIGHTS
    """What they are worth among teammates who take clues at their word."""
    careless: Weights = CARELESS_WEIGHTS
    """What they are worth among those who play at once what a clue touched alone."""
    trust: int = STRANGERS
    """How much each is trusted at first to keep to the book, in per cent."""
    agreed: bool = True
    """Whether all are supposed to know every convention of the book."""

    def weights_for(self, players: int, *, flourish: bool = False) -> Weights:
        """What things are worth with so many players."""
        usual = (self.flourish if flourish else None) or self.weights
        pair = (self.flourish_pair if flourish else None) or self.pair
        return pair if players == 2 and pair is not None else usual

    @property
    def public(self) -> bool:
        """Whether only what all can conclude is read."""
        return self.book < H_GROUP


H_GROUP_WEIGHTS: Final = Weights(
    last_copy=1.13,
    last_copy_step=0.312,
    spare_copy=0.0322,
    only_copy=0.23,
    only_copy_near=0.0601,
    token=0.33,
    token_scarce=0.15,
    lost_game=0.46,
    strike_second=5.73,
    strike_first=1.48,
    late=0.739,
    late_soon=0.542,
    no_discard=0.248,
    false_idea=0.643,
    second_call=0.841,
    new_play=0.585,
    new_play_step=0.00462,
    new_play_later=0.441,
    touch_dead=0.102,
    touch_twin=1.32,
    touch_useful=0.0995,
    touch_last=0.278,
    new_dead=0.304,
    news=0.162,
    later_seat=0.349,
    play_now=2.18,
    play_step=0.0737,
    play_last=0.0315,
    out_of_turn=2.24,
    discard_clued=0.363,
    full=0.399,
    doubt=0.0257,
    wrong_play=2.64,
    doubt_touched=-0.00994,
    doubt_called=-0.00542,
    guess=1.27,
    others_play=0.172,
    others_safe=-0.0488,
    others_at_end=0.442,
    doubt_blind=-0.000591,
    mistake=1.84,
    urgent=2.06,
    called=0.0749,
    doubt_forced=0.0651,
    forced_mistake=1.28,
    chop_move=0.417,
    stall=-0.00905,
    blind=0.157,
    blind_again=0.759,
    layer=0.962,
    blind_receiver=0.73,
    left_to_others=0.33,
    grab=3.0,
    grab_later=1.0,
    spared=0.5,
    ending_deck=8.0,
    ending=2.0,
)
H_GROUP_PAIR: Final = Weights(
    last_copy=1.24,
    last_copy_step=0.666,
    spare_copy=0.0379,
    only_copy=0.119,
    only_copy_near=0.0527,
    token=0.0973,
    token_scarce=1.03,
    lost_game=0.444,
    strike_second=5.35,
    strike_first=1.77,
    late=0.688,
    late_soon=1.07,
    no_discard=0.139,
    false_idea=0.411,
    second_call=0.255,
    new_play=0.165,
    new_play_step=0.0121,
    new_play_later=0.477,
    touch_dead=0.291,
    touch_twin=1.2,
    touch_useful=0.0925,
    touch_last=0.107,
    new_dead=0.551,
    news=0.131,
    later_seat=0.596,
    play_now=0.876,
    play_step=0.0952,
    play_last=0.0541,
    out_of_turn=2.39,
    discard_clued=-0.00278,
    full=0.413,
    doubt=-0.0655,
    wrong_play=1.37,
    doubt_touched=0.058,
    doubt_called=-0.072,
    guess=0.649,
    others_play=0.356,
    others_safe=-0.145,
    others_at_end=0.387,
    doubt_blind=-0.00397,
    mistake=2.18,
    urgent=1.45,
    called=0.126,
    doubt_forced=-0.00568,
    forced_mistake=2.2,
    chop_move=0.574,
    stall=-0.0261,
    blind=0.232,
    blind_again=0.213,
    layer=0.332,
    blind_receiver=0.495,
    left_to_others=0.543,
    grab=3.0,
    grab_later=1.0,
    risk_first=0.05,
    risk_second=0.03,
    risk_last=0.01,
    spared=0.05,
    ending_deck=6.0,
    ending=2.29,
)
"""With two players less is lost by waiting for a clearer word."""

H_GROUP_FLOURISH: Final = Weights(
    last_copy=1.2,
    last_copy_step=0.489,
    spare_copy=0.047,
    only_copy=0.368,
    only_copy_near=0.0247,
    token=0.416,
    token_scarce=0.642,
    lost_game=1.57,
    strike_second=3.49,
    strike_first=2.27,
    late=0.482,
    late_soon=0.814,
    spared=0.0744,
    no_discard=1.7,
    false_idea=1.59,
    second_call=0.679,
    new_play=0.582,
    new_play_step=0.0057,
    new_play_later=-0.0423,
    touch_dead=0.346,
    touch_twin=4.7,
    touch_useful=0.0849,
    touch_last=1.14,
    new_dead=0.0861,
    news=0.0497,
    later_seat=0.904,
    play_now=2.34,
    play_step=0.0712,
    play_last=0.0272,
    out_of_turn=17.5,
    discard_clued=0.281,
    full=-0.164,
    doubt=-0.0252,
    wrong_play=2.74,
    doubt_touched=-0.0303,
    doubt_called=0.0118,
    ending_deck=8.0,
    ending=0.15,
    guess=1.33,
    others_play=0.23,
    others_safe=-0.00688,
    others_at_end=0.598,
    doubt_blind=-0.0219,
    mistake=5.13,
    urgent=1.61,
    called=0.0539,
    doubt_forced=0.101,
    forced_mistake=1.74,
    chop_move=0.264,
    stall=0.00143,
    blind=0.107,
    blind_again=1.12,
    layer=1.06,
    blind_receiver=0.444,
    left_to_others=0.171,
    grab=3.0,
    grab_later=1.0,
)
"""Without a last round there is time to keep every last copy, and losing one loses the game (F1)."""
H_GROUP_FLOURISH_PAIR: Final = Weights(
    last_copy=1.5,
    last_copy_step=0.0699,
    spare_copy=0.0295,
    only_copy=1.36,
    only_copy_near=0.26,
    token=0.212,
    token_scarce=12.4,
    lost_game=0.601,
    strike_second=2.44,
    strike_first=0.575,
    late=-0.543,
    late_soon=1.14,
    spared=0.136,
    no_discard=4.33,
    false_idea=4.11,
    second_call=0.115,
    new_play=2.81,
    new_play_step=0.249,
    new_play_later=1.7,
    touch_dead=0.301,
    touch_twin=4.59,
    touch_useful=-0.11,
    touch_last=2.9,
    new_dead=0.06,
    news=0.288,
    later_seat=0.13,
    play_now=8.35,
    play_step=0.0536,
    play_last=0.0498,
    out_of_turn=9.31,
    discard_clued=-0.307,
    full=-0.431,
    doubt=0.066,
    wrong_play=7.69,
    doubt_touched=0.0759,
    doubt_called=0.0258,
    ending_deck=8.0,
    ending=3.3,
    guess=1.02,
    others_play=0.515,
    others_safe=-0.00471,
    others_at_end=-0.0916,
    doubt_blind=-0.0102,
    mistake=2.09,
    urgent=3.71,
    called=0.103,
    doubt_forced=0.531,
    forced_mistake=1.61,
    chop_move=-0.0458,
    stall=-0.0543,
    blind=-0.1,
    blind_again=-0.0651,
    layer=1.28,
    blind_receiver=3.3,
    left_to_others=-0.0829,
    grab=3.0,
    grab_later=1.0,
)

STYLES: Final = {
    style.name: style
    for style in (
        Style("plain", PLAIN, PLAIN_WEIGHTS),
        Style("tamaya", TAMAYA, Weights(risk_first=0.06, risk_second=0.03, risk_last=0.005)),
        *(
            Style(
                f"h-group-{level}",
                H_GROUP + level,
                H_GROUP_WEIGHTS,
                pair=H_GROUP_PAIR,
                flourish=H_GROUP_FLOURISH,
                flourish_pair=H_GROUP_FLOURISH_PAIR,
                trust=AGREED,
            )
            for level in range(1, 6)
        ),
    )
}
DEFAULT: Final = "h-group-5"


BOOKS: Final = tuple(STYLES)
"""The books of conventions by their names, among which a table chooses."""


def check_book(name: str) -> None:
    """Refuse the name of a book that does not exist."""
    if name not in STYLES:
        raise UnknownName("book of conventions", name, BOOKS)


def known_book(name: str) -> str:
    """The book of that name; the usual one where there is none, as in records that do not say it."""
    return name if name in STYLES else DEFAULT


def book_title(name: str) -> Message:
    """What a book is called."""
    return Message(f"book.{name}")


def book_words(name: str) -> Message:
    """What clues mean by a book, in a sentence."""
    return Message(f"book-words.{name}")


def with_strangers(style: Style) -> Style:
    """A style for a table at which nothing has been agreed: teammates have to prove that they know it."""
    return replace(style, agreed=False, trust=STRANGERS)


PARTNER: Final = with_strangers(STYLES[DEFAULT])
"""How ``partner`` plays unless its table has chosen another style."""
