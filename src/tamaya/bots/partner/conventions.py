"""What the whole table concludes from each event, by the conventions of ``docs/reference/partner.md``.

Everything here follows from public events, so every seat that reads the same history reaches the same Public.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.partner import state
from tamaya.bots.partner.state import CALLED, NO_CARD, NOBODY, TOUCHED, Book, Public, forget

PATIENCE: Final = 2
"""After so many calls that were strikes, a seat's clues are taken literally."""


# Events, as the table sees them.


@compilable
def see_clue(
    book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int, free: bool
) -> None:
    """A clue was given; ``touched`` has a bit for each slot. A free one cost no token (L5)."""
    if not free:
        read_silence(book, public, giver, receiver)
        public.clues -= 1
    read_clue(book, public, giver, receiver, clue, touched, playable_soon(book, public))
    draw_conclusions(book, public)


@compilable
def see_play(book: Book, public: Public, seat: int, slot: int, face: int, fits: bool) -> None:
    """A card was played; slot -1 is the deck."""
    read_silence(book, public, seat, NOBODY)
    if slot < 0:
        public.deck -= 1
    else:
        card = public.hands[seat][slot]
        if not fits and public.marks[card] & CALLED:
            public.false_calls[public.called_by[card]] += 1
        remove_card(public, seat, slot)
    if fits:
        public.laid[book.suit_of[face]] += 1
    else:
        public.discarded[face] += 1
        public.strikes += 1
    classify_faces(book, public)
    draw_conclusions(book, public)


@compilable
def see_discard(book: Book, public: Public, seat: int, slot: int, face: int) -> None:
    """A card was discarded."""
    read_silence(book, public, seat, NOBODY)
    remove_card(public, seat, slot)
    public.discarded[face] += 1
    see_token(book, public)
    classify_faces(book, public)
    draw_conclusions(book, public)


@compilable
def see_token(book: Book, public: Public) -> None:
    """A clue token came back, if one was missing."""
    if public.clues < book.most_clues:
        public.clues += 1


@compilable
def see_draw(book: Book, public: Public, seat: int, card: int) -> None:
    """A card was drawn."""
    public.hands[seat][public.hand_size[seat]] = card
    public.hand_size[seat] += 1
    public.deck -= 1
    forget(book, public, card)
    draw_conclusions(book, public)


def see_back(book: Book, public: Public, face: int) -> None:
    """L6: a discarded card went back into the deck."""
    public.discarded[face] -= 1
    public.deck += 1
    classify_faces(book, public)
    draw_conclusions(book, public)


def see_encore(book: Book, public: Public, face: int) -> None:
    """L7: a discarded card was laid."""
    public.discarded[face] -= 1
    public.laid[book.suit_of[face]] += 1
    classify_faces(book, public)
    draw_conclusions(book, public)


# What a clue means.


@compilable
def read_clue(
    book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int, soon: int
) -> None:
    """Take a clue literally, then find what it means. ``soon`` is what ``playable_soon`` says."""
    chop = next_discard(public, receiver)
    busy = has_known_move(public, receiver)
    known = 0
    for slot in range(public.hand_size[receiver]):
        if public.taken_for[public.hands[receiver][slot]] & ~public.playable == 0:
            known |= 1 << slot
    hear_words(book, public, receiver, clue, touched)
    public.reading = state.PLAIN
    public.focus = NO_CARD
    saves = False
    newest = NO_CARD
    for slot in range(public.hand_size[receiver]):
        card = public.hands[receiver][slot]
        if touched >> slot & 1:
            public.marks[card] |= TOUCHED
            if public.taken_for[card] & ~public.dead:
                public.taken_for[card] &= ~public.dead
            if (
                card == chop
                and not busy
                and clue >= book.colours
                and public.taken_for[card] & public.critical
            ):
                saves = True
            if public.taken_for[card] & soon and card > newest:
                newest = card
        if public.taken_for[card] & ~public.playable == 0 and not known >> slot & 1:
            public.reading = state.SURE
            public.focus = card
    if public.reading == state.SURE or public.false_calls[giver] >= PATIENCE:
        return
    if saves:
        public.reading = state.SAVE
        public.focus = chop
    elif newest >= 0:
        public.reading = state.CALL
        public.focus = newest
        public.marks[newest] |= CALLED
        public.taken_for[newest] &= soon
        public.promised[newest] &= soon
        public.called_by[newest] = giver
        public.called_with[newest] = clue


@compilable(inline=True)
def hear_words(book: Book, public: Public, receiver: int, clue: int, touched: int) -> None:
    """Take a clue literally. ``touched`` has a bit for each slot."""
    for slot in range(public.hand_size[receiver]):
        card = public.hands[receiver][slot]
        told = book.touch[clue] if touched >> slot & 1 else ~book.touch[clue]
        public.told[card] &= told
        public.promised[card] &= told
        if public.promised[card] == 0:
            public.promised[card] = public.told[card]
        public.taken_for[card] &= public.promised[card]
        if public.taken_for[card] == 0:
            public.taken_for[card] = public.promised[card]


@compilable
def read_silence(book: Book, public: Public, seat: int, receiver: int) -> None:
    """A seat with a clue token that does not clue the next seat says that its next discard is no last copy.

    ``receiver`` is the seat that was given a clue, or NOBODY.
    """
    next_seat = (seat + 1) % book.players
    if public.clues == 0 or receiver == next_seat:
        return
    if has_known_move(public, next_seat):
        return
    chop = next_discard(public, next_seat)
    if chop >= 0 and public.taken_for[chop] & ~public.critical:
        public.taken_for[chop] &= ~public.critical
        public.promised[chop] &= ~public.critical


@compilable
def playable_soon(book: Book, public: Public) -> int:
    """The faces that are playable, or will be once the cards that are known to be playable are laid."""
    soon = public.playable
    for _ in range(book.ranks):
        before = soon
        for seat in range(book.players):
            for slot in range(public.hand_size[seat]):
                faces = public.taken_for[public.hands[seat][slot]]
                if faces & (faces - 1) == 0 and faces & soon:
                    soon |= book.after[lowest(faces)]
        if soon == before:
            break
    return soon


@compilable(inline=True)
def has_known_move(public: Public, seat: int) -> bool:
    """Whether all know that a seat knows of a card to play, or of a useless one to discard."""
    for slot in range(public.hand_size[seat]):
        faces = public.taken_for[public.hands[seat][slot]]
        if faces & ~public.playable == 0 or faces & ~public.dead == 0:
            return True
    return False


@compilable(inline=True)
def next_discard(public: Public, seat: int) -> int:
    """The card that a seat discards unless it learns something: its oldest that no clue has touched."""
    oldest = NO_CARD
    for slot in range(public.hand_size[seat]):
        card = public.hands[seat][slot]
        if public.marks[card] & TOUCHED == 0 and (oldest < 0 or card < oldest):
            oldest = card
    return oldest


# What follows by counting.


@compilable
def classify_faces(book: Book, public: Public) -> None:
    """Work out again which faces are playable, dead, critical and used up."""
    public.playable = 0
    public.dead = 0
    public.critical = 0
    public.missing = 0
    public.used_up = 0
    for suit in range(book.suits):
        reachable = True
        laid = public.laid[suit]
        end = laid
        for step in range(book.ranks):
            face = book.chain[suit][step]
            bit = 1 << face
            left = book.copies[face] - public.discarded[face]
            if step < laid:
                left -= 1
            public.copies_left[face] = left
            if left <= 0:
                public.used_up |= bit
            if step < laid:
                public.dead |= bit
                continue
            if left == 0:
                reachable = False
            if not reachable:
                public.dead |= bit
                continue
            end = step + 1
            if step == laid:
                public.playable |= bit
            if left == 1:
                public.critical |= bit
        public.furthest[suit] = end
        public.missing += end - laid


@compilable
def draw_conclusions(book: Book, public: Public) -> None:
    """Work out ``taken_for`` again by counting: a copy that is located cannot be elsewhere as well."""
    for _ in range(3):
        changed = False
        spent = public.used_up
        located = 0
        twice = 0
        for seat in range(book.players):
            for slot in range(public.hand_size[seat]):
                faces = public.taken_for[public.hands[seat][slot]]
                if faces & (faces - 1) == 0:
                    face = lowest(faces)
                    if not located & faces:
                        public.room[face] = public.copies_left[face]
                    twice |= located & faces
                    located |= faces
                    public.room[face] -= 1
                    if public.room[face] <= 0:
                        spent |= faces
        for seat in range(book.players):
            for slot in range(public.hand_size[seat]):
                card = public.hands[seat][slot]
                old = public.taken_for[card]
                single = old if old & (old - 1) == 0 else 0
                new = public.promised[card] & ~(spent & ~single)
                if new == 0:
                    new = public.promised[card]
                if public.marks[card] & TOUCHED:
                    # Good touch: what a clue touches is of use, and is not held elsewhere already.
                    if new & ~public.dead:
                        new &= ~public.dead
                    elsewhere = twice | located & ~single
                    if new & ~elsewhere:
                        new &= ~elsewhere
                if new != old:
                    public.taken_for[card] = new
                    changed = True
        if not changed:
            return


@compilable
def remove_card(public: Public, seat: int, slot: int) -> None:
    """A card leaves a hand."""
    public.hand_size[seat] -= 1
    for place in range(slot, public.hand_size[seat]):
        public.hands[seat][place] = public.hands[seat][place + 1]
