"""What a view implies, for players, bots and screens: one object to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tamaya.engine.view import SeenCard, View
from tamaya.knowledge.counting import bits
from tamaya.knowledge.faces import Face, Outlook, outlook
from tamaya.knowledge.hidden_hands import Faces, HiddenHands, hidden_hands, shown, told, unseen
from tamaya.rules import Card, ImpossibleTable, Seat, UnknownName


def know(view: View) -> Knowledge:
    """What a view implies; nothing is worked out before it is asked for.

    >>> from tamaya import Game
    >>> game = Game(["Ann", "Bob"], seed=16)
    >>> _ = game.clue("Bob", 1)
    >>> known = know(game.view("Bob"))
    >>> known.possible(3)
    ('w1', 'r1', 'b1', 'y1', 'g1')
    >>> known.surely_playable(3), known.surely_playable(1)
    (True, False)
    """
    return Knowledge(view)


@dataclass(frozen=True, slots=True)
class Preview:
    """What a clue would touch."""

    receiver: Seat
    clue: str
    slots: tuple[int, ...]
    """All that match (T2)."""
    fresh: tuple[int, ...]
    """Those that no clue has touched before."""


@dataclass(frozen=True)
class Knowledge:
    """What follows from a view by logic and counting, without guesses at a player's intentions.

    The facts are the rules, the displays and discards, the hands that the viewer sees, the marks of all clues
    on all cards, and that a card that went back into the deck (L6) was in no hand then. What a refusal
    would betray is left out: where every clue must touch something (T3), a colour tile that is lost because
    no card can be touched says more about the hands than is used here.

    Slots count from 1, as everywhere. Faces are listed suit by suit, from 1 upwards.
    """

    view: View

    # Every face.

    @cached_property
    def outlook(self) -> Outlook:
        """The public facts about all faces and displays (C2)."""
        return outlook(self.view.rules.tables, self.view.displays, self.view.discards)

    def face(self, card: Card) -> Face:
        """The public facts about a face."""
        return self.outlook.face(card)

    def playable(self, card: Card) -> bool:
        """Whether a card is next on its display now (T5, T6, B1)."""
        return self.face(card).playable

    def dead(self, card: Card) -> bool:
        """Whether a card is never needed: already laid, or beyond what its display can reach (C2)."""
        return self.face(card).dead

    def indispensable(self, card: Card) -> bool:
        """Whether a card is the last copy of one that its display needs and can reach (C2, F1)."""
        return self.face(card).indispensable

    def unseen(self, card: Card) -> int:
        """How many copies the viewer sees nowhere: they are in hidden hands or in the deck."""
        return self._unseen[self.face(card).card]

    @property
    def furthest(self) -> tuple[int, ...]:
        """[suit] how many cards its display can hold at best (C2); black powder's first is its 5 (B1)."""
        return self.outlook.furthest

    @property
    def best_score(self) -> int:
        """The best score in reach by the cards that are gone, however little time is left (C2, E4, B4).

        In Final Flourish it is the maximum or 0 (F2). Once the game is over it is what was scored.
        """
        if self.view.result is not None:
            return self.view.result.score
        best = self.outlook.best_score
        return 0 if self.view.rules.flourish and best < self.view.rules.tables.most else best

    @property
    def pace(self) -> int | None:
        """How many cards may still be discarded before time is too short for ``best_score``.

        Every turn that plays or discards draws a card, and after the last one each player has one more
        turn (E3): so the deck and a turn for each player are the turns on which a card can still be laid. In
        the last round they are the turns that are left. Pace is their number less the cards that the best
        score still needs. It stays when a card is laid and goes down by one when a card that can be spared is
        lost, in the last round also with a clue. Below 0 the best score is out of reach.

        None where there is no deadline: in Final Flourish (F1), and after the end.
        """
        view = self.view
        if view.rules.flourish or view.result is not None:
            return None
        turns = view.deck_size + view.players if view.turns_left is None else view.turns_left
        # L1: a turn whose tile waits for a decision has laid its card and not drawn yet, if there is a draw.
        waits = view.tile is not None and (view.deck_size > 0 or view.turns_left is not None)
        return turns - waits - self.outlook.missing

    # The viewer's own cards.

    def told(self, slot: int, seat: Seat | None = None) -> Faces:
        """What a card may be by the clues about it alone; an own card unless a seat is named."""
        tables = self.view.rules.tables
        held = self._held(slot, seat)
        return tuple([tables.cards[face] for face in bits(told(tables, held.yes, held.no))])

    def possible(self, slot: int) -> Faces:
        """What an own card may be: the faces it has in some deal that agrees with all the viewer sees."""
        return self._hidden.possible[self._mine(slot)][slot - 1]

    def identity(self, slot: int) -> Card | None:
        """An own card's face, if only one is possible."""
        possible = self.possible(slot)
        return possible[0] if len(possible) == 1 else None

    def weights(self, slot: int) -> Mapping[Card, int]:
        """For each possible face of an own card, the number of equally likely hands that have it there."""
        return self._hidden.weights[self._mine(slot)][slot - 1]

    def chances(self, slot: int) -> Mapping[Card, Fraction]:
        """How likely each possible face of an own card is; all deals that agree with the view count alike.

        >>> from tamaya import Game
        >>> game = Game(["Ann", "Bob"], seed=16)
        >>> _ = game.clue("Bob", 1)
        >>> {str(card): str(chance) for card, chance in know(game.view("Bob")).chances(3).items()}
        {'w1': '3/14', 'r1': '3/14', 'b1': '1/7', 'y1': '3/14', 'g1': '3/14'}
        """
        weights = self.weights(slot)
        total = sum(weights.values())
        return {card: Fraction(weight, total) for card, weight in weights.items()}

    def chance(self, slot: int, fact: Callable[[Card], bool]) -> Fraction:
        """How likely something is true of an own card, such as ``lambda card: card.rank == 5``.

        >>> from tamaya import Game
        >>> know(Game(["Ann", "Bob"], seed=16).view("Ann")).chance(1, lambda card: card.rank == 5)
        Fraction(1, 9)
        """
        weights = self.weights(slot)
        return Fraction(sum(weights[card] for card in weights if fact(card)), sum(weights.values()))

    def chance_playable(self, slot: int) -> Fraction:
        """How likely an own card is playable now."""
        return self.chance(slot, self.playable)

    def chance_dead(self, slot: int) -> Fraction:
        """How likely an own card is never needed."""
        return self.chance(slot, self.dead)

    def chance_indispensable(self, slot: int) -> Fraction:
        """How likely an own card is indispensable."""
        return self.chance(slot, self.indispensable)

    def surely_playable(self, slot: int) -> bool:
        """Whether an own card is playable, whichever it is."""
        return all(map(self.playable, self.possible(slot)))

    def surely_dead(self, slot: int) -> bool:
        """Whether an own card is never needed, whichever it is."""
        return all(map(self.dead, self.possible(slot)))

    def surely_indispensable(self, slot: int) -> bool:
        """Whether an own card is indispensable, whichever it is."""
        return all(map(self.indispensable, self.possible(slot)))

    # Cards of any player, as their owner knows them.

    def empathy(self, seat: Seat, *, after: str | None = None) -> tuple[Faces, ...]:
        """[slot - 1] the faces that the owner of a hand may think possible, for all the viewer knows.

        A face is missing only if the viewer is certain that the owner rules it out. The owner sees what the
        viewer sees but for the owner's own hand, and sees the viewer's, of which the viewer counts what is
        certain: a card that can only be one, or that one of two cards is the last r3. So nothing is missing
        that the owner does think possible, and nothing could be left out without a guess at one's own hand.

        For a spectator who sees all hands it is exactly what the owner knows, for one who sees none it is
        ``public``, and for the viewer's own seat it is ``possible``.

        ``after`` is a clue to that hand, which the viewer must see: what it would be once it is given.
        """
        if after is not None:
            return Knowledge(self._once_told(seat, after)).empathy(seat)
        if seat in self._hidden.seats:
            return self._hidden.possible[seat]
        if seat not in self._empathy:
            self._hand(seat)
            view, hidden = self.view, [*self._hidden.seats, seat]
            self._empathy[seat] = hidden_hands(view, hidden, owner=seat).possible[seat]
        return self._empathy[seat]

    def public(self, seat: Seat) -> tuple[Faces, ...]:
        """[slot - 1] the faces of a hand that public facts leave possible: what all know that all know."""
        self._hand(seat)
        return self._public.possible[seat]

    # Clues that might be given.

    def touched(self, receiver: Seat, clue: str) -> tuple[int, ...]:
        """The slots that a clue would touch in a hand, which the viewer must see (T2)."""
        return self.preview(receiver, clue).slots

    def preview(self, receiver: Seat, clue: str) -> Preview:
        """What a clue would touch in a hand, which the viewer must see.

        >>> from tamaya import Game
        >>> know(Game(["Ann", "Bob"], seed=16).view("Ann")).preview(Seat(1), "y").slots
        (1, 5)
        """
        tables, hand = self.view.rules.tables, self._seen_hand(receiver)
        if clue not in tables.clues:
            raise UnknownName("clue", clue, tables.clues)
        slots = [
            slot
            for slot, held in enumerate(hand, start=1)
            if held.card is not None and clue in tables.touched_by[held.card]
        ]
        fresh = [slot for slot in slots if not hand[slot - 1].yes]
        return Preview(receiver, clue, tuple(slots), tuple(fresh))

    def previews(self, receiver: Seat) -> tuple[Preview, ...]:
        """All clues that a hand may be told: those that touch a card, or all where empty ones go too (T3)."""
        if not self._seen_hand(receiver):
            return ()
        rules = self.view.rules
        found = [self.preview(receiver, clue) for clue in rules.tables.clues]
        return tuple([item for item in found if item.slots or rules.empty])

    # What the answers are taken from.

    @cached_property
    def _hidden(self) -> HiddenHands:
        hands = enumerate(self.view.hands)
        return hidden_hands(self.view, [Seat(seat) for seat, hand in hands if _is_hidden(hand)])

    @cached_property
    def _public(self) -> HiddenHands:
        return hidden_hands(self.view, [Seat(seat) for seat in range(self.view.players)])

    @cached_property
    def _empathy(self) -> dict[Seat, tuple[Faces, ...]]:
        return {}

    @cached_property
    def _unseen(self) -> dict[Card, int]:
        seen = shown(self.view, range(self.view.players))
        return dict(zip(self.view.rules.tables.cards, unseen(self.view, seen), strict=True))

    def _once_told(self, seat: Seat, clue: str) -> View:
        touched = self.touched(seat, clue)
        told_hand = tuple(
            replace(held, yes=held.yes + clue) if slot in touched else replace(held, no=held.no + clue)
            for slot, held in enumerate(self.view.hands[seat], start=1)
        )
        return replace(self.view, hands=(*self.view.hands[:seat], told_hand, *self.view.hands[seat + 1 :]))

    def _mine(self, slot: int) -> Seat:
        self._held(slot, None)
        assert self.view.seat is not None
        return self.view.seat

    def _held(self, slot: int, seat: Seat | None) -> SeenCard:
        hand = self.view.my_hand if seat is None else self._hand(seat)
        if not 1 <= slot <= len(hand):
            raise UnknownName("slot", str(slot), map(str, range(1, len(hand) + 1)))
        return hand[slot - 1]

    def _seen_hand(self, seat: Seat) -> tuple[SeenCard, ...]:
        hand = self._hand(seat)
        if _is_hidden(hand):
            raise ImpossibleTable("table.hidden-hand")
        return hand

    def _hand(self, seat: Seat) -> tuple[SeenCard, ...]:
        if not 0 <= seat < self.view.players:
            raise ImpossibleTable("table.no-such-seat", seat=seat, last=self.view.players - 1)
        return self.view.hands[seat]


def _is_hidden(hand: tuple[SeenCard, ...]) -> bool:
    return any(held.card is None for held in hand)
