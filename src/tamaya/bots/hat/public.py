"""What all players of a table know in common: the same for every seat, whoever works it out."""

from __future__ import annotations

from dataclasses import dataclass, field

from tamaya.bots.hat.book import Book, lowest, sole


class Copies:
    """How many copies of each face are left, at most three: plane n holds the faces with more than n."""

    __slots__ = ("planes",)

    def __init__(self, planes: list[int]) -> None:
        self.planes = planes

    @classmethod
    def all(cls, book: Book) -> Copies:
        """A new deck."""
        return cls([sum(1 << face for face, most in enumerate(book.copies) if most > n) for n in range(3)])

    def copy(self) -> Copies:
        """Another count that begins with this one."""
        return Copies(list(self.planes))

    def take(self, card: int) -> None:
        """One copy less of a face, given as a set."""
        for plane in (2, 1, 0):
            if self.planes[plane] & card:
                self.planes[plane] &= ~card
                return

    def weigh(self, faces: int) -> int:
        """How many copies are left of the faces of a set."""
        return sum((plane & faces).bit_count() for plane in self.planes)

    @property
    def left(self) -> int:
        """Set of faces of which any copy is left."""
        return self.planes[0]


@dataclass(slots=True)
class Public:
    """The common knowledge of a table, between two actions."""

    book: Book
    ids: list[list[int]]
    """[seat][slot from 0] the cards, by their places in the order of drawing."""
    masks: list[list[int]]
    """[seat][slot] set of faces that the card may be."""
    told: list[list[int]]
    """[seat][slot] the same, by the words of the clues alone."""
    wanted: int
    """Set of faces: what fits now."""
    gone: list[int]
    """[face] copies in the discard pile."""
    hidden: Copies
    """Neither laid nor discarded."""
    open: Copies
    """Nor publicly known in some hand."""
    clues: int
    deck: int
    steps: int = 0
    """Actions so far."""
    trusted: bool = True
    """Whether everybody has kept to the sums."""
    useful: int = 0
    """Set of faces: still to be laid, and reachable."""
    critical: int = 0
    """Set of faces: useful, and the last copy."""
    pace: int = 0
    """How many turns more the game can have than cards to lay."""
    want: list[int] = field(default_factory=list)
    """[seat] set of faces: what is expected to fit when the seat is on turn."""
    knows: list[bool] = field(default_factory=list)
    """[seat] whether it is expected to know a card that fits then."""
    drop: list[int] = field(default_factory=list)
    """[seat] the slot that it is expected to discard, if that is watched, else -1."""

    @classmethod
    def start(cls, book: Book) -> Public:
        """A game that has just been dealt."""
        seats, slots = range(book.players), range(book.hand)
        return cls(
            book=book,
            ids=[[seat * book.hand + slot for slot in slots] for seat in seats],
            masks=[[book.every for _ in slots] for _ in seats],
            told=[[book.every for _ in slots] for _ in seats],
            wanted=book.opening,
            gone=[0] * len(book.copies),
            hidden=Copies.all(book),
            open=Copies.all(book),
            clues=book.most_clues,
            deck=book.deck,
        )

    @property
    def late(self) -> bool:
        """Whether the rest of the game is rehearsed, so that actions prove nothing."""
        return self.deck <= self.book.terms.late and not self.book.flourish

    def settle(self) -> None:
        """Draw the conclusions that need no convention."""
        self._look_at_displays()
        self._count()

    def sure(self, seat: int) -> list[int]:
        """The slots of which all know that they fit."""
        return [slot for slot, may_be in enumerate(self.masks[seat]) if not may_be & ~self.wanted]

    def useless(self, seat: int) -> list[int]:
        """The slots of which all know that they are useless."""
        return [slot for slot, may_be in enumerate(self.masks[seat]) if not may_be & self.useful]

    def hoards(self, seat: int) -> bool:
        """Whether all know that a seat with nothing to play discards, to have more clue tokens."""
        book = self.book
        low = self.clues <= book.terms.hoard and self.clues < book.most_clues
        return low and self.pace > book.terms.patience and bool(self.useless(seat))

    def proves(self, seat: int) -> bool:
        """Whether a discard proves that nobody was in need of a clue."""
        return self.clues > 0 and not self.late and self.book.exact and not self.hoards(seat)

    def distrust(self) -> None:
        """Somebody does not keep to the sums: from now on clues say what they say."""
        self.trusted = False
        self.masks = [list(hand) for hand in self.told]

    def _look_at_displays(self) -> None:
        book = self.book
        self.useful = self.critical = 0
        starts = self.wanted
        while starts:
            card = starts & -starts
            starts &= starts - 1
            while card and self.gone[lowest(card)] < book.copies[lowest(card)]:
                self.useful |= card
                if self.gone[lowest(card)] == book.copies[lowest(card)] - 1:
                    self.critical |= card
                card = book.after[lowest(card)]
        self.pace = 99 if book.flourish else self.deck + book.players - self.useful.bit_count()

    def _count(self) -> None:
        """Strike out what all copies are accounted for, until nothing changes."""
        again = True
        while again:
            again = False
            self.open = self.hidden.copy()
            for hand in self.masks:
                for may_be in hand:
                    if sole(may_be):
                        self.open.take(may_be)
            for seat, hand in enumerate(self.masks):
                for slot, may_be in enumerate(hand):
                    left = may_be & self.open.left
                    if not sole(may_be) and left != may_be:
                        hand[slot] = left or self.told[seat][slot]
                        again |= bool(left) and sole(left)
