"""The four co-operative editions: their words, their scale and what they allow."""

from dataclasses import dataclass

from tamaya.rules.suits import SUITS, Suit


@dataclass(frozen=True, slots=True)
class Words:
    """What an edition calls things (S3)."""

    clue: str
    clues: str
    strike: str
    strikes: str
    federation: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """A band of the scale (E5): from this score upwards."""

    at_least: int
    name: str
    applause: str


@dataclass(frozen=True, slots=True)
class Edition:
    """One published box of rules."""

    id: str
    title: str
    words: Words
    starts: str
    """Who begins, as the document has it (S5)."""
    suits: tuple[Suit, ...]
    empty: bool
    """Whether a clue may match no card (T3)."""
    scale: tuple[Grade, ...]
    """From the highest band down; the last one takes every score below."""


def _suits(names: str) -> tuple[Suit, ...]:
    return tuple(SUITS[name] for name in names.split())


_COLOURS = _suits("white red blue yellow green")
_OUTFIT = "the player in the most colourful clothes"


EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        Edition(
            id="deluxe",
            title="Hanabi Deluxe: What a show!",
            words=Words(
                "clue token", "clue tokens", "error tile", "error tiles",
                "International Firework Display Federation",
            ),
            starts=_OUTFIT,
            suits=_COLOURS,
            empty=True,
            scale=(
                Grade(30, "Divine", "even the stars lean in to watch"),
                Grade(25, "Legendary", "nobody finds a word, every eye shines"),
                Grade(21, "Extraordinary", "they will tell their grandchildren about this night"),
                Grade(16, "Excellent", "the whole square is smiling"),
                Grade(11, "Decent", "a nice evening, soon mixed up with others"),
                Grade(6, "Mediocre", "a few hands clap, out of kindness"),
                Grade(0, "Pathetic", "whistles from the back rows"),
            ),
        ),
        Edition(
            id="rnr",
            title="Hanabi, R&R Games",
            words=Words(
                "blue clock token", "blue clock tokens", "black fuse token", "black fuse tokens",
                "Artisan League Of Fireworks Technicians",
                "The box holds four fuse tokens: the last shows the explosion that the third one uncovers.",
            ),
            starts=_OUTFIT,
            suits=_COLOURS,
            empty=False,
            scale=(
                Grade(25, "Legendary", "silence, then starry eyes everywhere"),
                Grade(21, "Amazing", "the town talks of nothing else for weeks"),
                Grade(16, "Excellent", "the crowd got what it came for"),
                Grade(11, "Honorable", "a fair try that fades by morning"),
                Grade(6, "Mediocre", "somebody claps, somewhere"),
                Grade(0, "Horrible", "the crowd lets you know"),
            ),
        ),
        Edition(
            id="abacus",
            title="Hanabi, ABACUSSPIELE",
            words=Words(
                "note token", "note tokens", "storm tile", "storm tiles",
                "International Association of Pyrotechnics",
            ),
            starts="the oldest player",
            suits=_suits("red yellow green blue white"),
            empty=True,
            scale=(
                Grade(25, "Legendary", "a show that stays with them for life"),
                Grade(21, "Very good", "cheers, and calls for more"),
                Grade(16, "Good", "contented faces all round"),
                Grade(11, "OK", "they have been to better ones"),
                Grade(6, "Poor", "barely a hand stirs"),
                Grade(0, "Oh dear", "boos roll over the square"),
            ),
        ),
        Edition(
            id="original",
            title="Hanabi, first edition",
            words=Words(
                "blue token", "blue tokens", "red token", "red tokens",
                "Firework Manufacturers International Federation",
            ),
            starts=_OUTFIT,
            suits=_COLOURS,
            empty=False,
            scale=(
                Grade(25, "Legendary", "breathless, and the stars now live in their eyes"),
                Grade(21, "Amazing", "a memory for many years"),
                Grade(16, "Excellent", "the audience goes home happy"),
                Grade(11, "Honourable", "well meant, soon forgotten"),
                Grade(6, "Mediocre", "a patter of applause"),
                Grade(0, "Horrible", "jeers from all sides"),
            ),
        ),
    )
}  # fmt: skip
