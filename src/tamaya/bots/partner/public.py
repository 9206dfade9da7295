"""What the whole table knows: literal knowledge, and what the conventions add to it.

Everything here follows from public events, so every seat that reads the same history holds the same object.
Sets of faces are the bits of an integer, [face] as in ``rules.tables.cards``; a card is named by its id, its
place in the order of drawing, so that a hand may be rearranged without anything being forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 10
"""Places kept for each hand."""

# Marks on a card.
TOUCHED = 1
"""A clue has touched it."""
CALLED = 2
"""A play clue was about it."""

SOURCE = 100
"""The source of a call is the seat that gave the clue times this, and the clue."""
PATIENCE = 2
"""After so many calls that were no plays, a seat's clues are taken literally."""

# How a clue was read.
PLAIN = 0
"""It says what it says."""
SURE = 1
"""By it a card has become surely playable, and nothing more is meant."""
CALL = 2
"""It calls for a card to be played."""
SAVE = 3
"""It keeps the next discard."""


@dataclass(slots=True)
class Book:
    """The facts of a game that never change."""

    players: int
    full_hand: int
    suits: int
    ranks: int
    faces: int
    colours: int
    """How many of the clues are colours; they come first."""
    clues: int
    """How many different clues there are."""
    most_clues: int
    most_strikes: int
    flourish: int
    """F1: whether the game goes on without a deck, perfect or lost"""
    empty: int
    """T3: whether a clue may touch nothing"""
    discard_full: int
    """whether one may discard with all clue tokens at hand"""
    copies: list[int]
    """[face]"""
    touch: list[int]
    """[clue] the faces it touches"""
    chain: list[int]
    """[suit * ranks + step] the face that is laid then"""
    suit_of: list[int]
    """[face]"""
    step_of: list[int]
    """[face]"""
    after: list[int]
    """[face] the face that is laid right after it, as a set"""


@dataclass(slots=True)
class Public:
    """What the whole table knows at one moment."""

    clues: int
    strikes: int
    deck: int
    turns_left: int
    """In the last round the turns that remain, else -1."""
    playable: int
    dead: int
    critical: int
    """Last copies of cards that are still needed."""
    missing: int
    """How many cards have yet to be laid for the best that can be reached."""
    reading: int
    """How the last clue was read."""
    focus: int
    """The card that the last clue was about, or -1."""
    laid: list[int]
    """[suit]"""
    furthest: list[int]
    """[suit] how many cards can be laid at best"""
    gone: list[int]
    """[face] discarded copies"""
    size: list[int]
    """[seat] cards in hand"""
    hand: list[int]
    """[seat * WIDTH + slot - 1] card"""
    told: list[int]
    """[card] the faces that the clues leave"""
    sworn: list[int]
    """[card] the faces that clues and what they were about leave"""
    mask: list[int]
    """[card] the faces that are left if, besides, nobody clues a card that is of no use"""
    mark: list[int]
    """[card]"""
    left: list[int]
    """[face] copies that are neither discarded nor laid"""
    used_up: int
    """the faces of which there are none"""
    count: list[int]
    """[face] room for sums"""
    source: list[int]
    """[card] who called it, and with which clue; -1 if nobody did"""
    broken: list[int]
    """[seat] how many of its calls were strikes"""


def index_of(mask: int) -> int:
    """The number of the only bit that is set."""
    return mask.bit_length() - 1


def take_stock(book: Book, public: Public) -> None:
    """Work out afresh which faces are playable, dead and indispensable."""
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
            face = book.chain[suit * book.ranks + step]
            bit = 1 << face
            left = book.copies[face] - public.gone[face]
            if step < laid:
                left -= 1
            public.left[face] = left
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


def settle(book: Book, public: Public) -> None:
    """Draw the conclusions that counting allows: a card that is located cannot be elsewhere as well."""
    for _ in range(3):
        changed = False
        spent = public.used_up
        located = 0
        twice = 0
        for seat in range(book.players):
            for slot in range(public.size[seat]):
                mask = public.mask[public.hand[seat * WIDTH + slot]]
                if mask & (mask - 1) == 0:
                    face = index_of(mask)
                    if not located & mask:
                        public.count[face] = public.left[face]
                    twice |= located & mask
                    located |= mask
                    public.count[face] -= 1
                    if public.count[face] <= 0:
                        spent |= mask
        for seat in range(book.players):
            for slot in range(public.size[seat]):
                card = public.hand[seat * WIDTH + slot]
                old = public.mask[card]
                single = old if old & (old - 1) == 0 else 0
                new = public.sworn[card] & ~(spent & ~single)
                if new == 0:
                    new = public.sworn[card]
                if public.mark[card] & TOUCHED:
                    # Good touch: what a clue touches is of use, and is not held elsewhere already.
                    if new & ~public.dead:
                        new &= ~public.dead
                    elsewhere = twice | located & ~single
                    if new & ~elsewhere:
                        new &= ~elsewhere
                if new != old:
                    public.mask[card] = new
                    changed = True
        if not changed:
            return


def coming(book: Book, public: Public) -> int:
    """The faces that are playable, or will be once the cards that are known to be playable are laid."""
    soon = public.playable
    for _ in range(book.ranks):
        before = soon
        for seat in range(book.players):
            for slot in range(public.size[seat]):
                mask = public.mask[public.hand[seat * WIDTH + slot]]
                if mask & (mask - 1) == 0 and mask & soon:
                    soon |= book.after[index_of(mask)]
        if soon == before:
            break
    return soon


def is_busy(public: Public, seat: int) -> bool:
    """Whether all know that a seat knows of a card to play or to throw away."""
    for slot in range(public.size[seat]):
        mask = public.mask[public.hand[seat * WIDTH + slot]]
        if mask & ~public.playable == 0 or mask & ~public.dead == 0:
            return True
    return False


def next_discard(public: Public, seat: int) -> int:
    """The card that a seat throws away unless it learns something: its oldest that no clue has touched."""
    oldest = -1
    for slot in range(public.size[seat]):
        card = public.hand[seat * WIDTH + slot]
        if public.mark[card] & TOUCHED == 0 and (oldest < 0 or card < oldest):
            oldest = card
    return oldest


def hear(book: Book, public: Public, receiver: int, clue: int, touched: int) -> None:
    """Take a clue literally. ``touched`` has a bit for each slot."""
    for slot in range(public.size[receiver]):
        card = public.hand[receiver * WIDTH + slot]
        told = book.touch[clue] if touched >> slot & 1 else ~book.touch[clue]
        public.told[card] &= told
        public.sworn[card] &= told
        if public.sworn[card] == 0:
            public.sworn[card] = public.told[card]
        public.mask[card] &= public.sworn[card]
        if public.mask[card] == 0:
            public.mask[card] = public.sworn[card]


def read(book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int, soon: int) -> None:
    """Take a clue literally, then find what it means by the conventions. ``soon`` is what ``coming`` says."""
    chop = next_discard(public, receiver)
    busy = is_busy(public, receiver)
    known = 0
    for slot in range(public.size[receiver]):
        if public.mask[public.hand[receiver * WIDTH + slot]] & ~public.playable == 0:
            known |= 1 << slot
    hear(book, public, receiver, clue, touched)
    public.reading = PLAIN
    public.focus = -1
    saves = False
    newest = -1
    for slot in range(public.size[receiver]):
        card = public.hand[receiver * WIDTH + slot]
        if touched >> slot & 1:
            public.mark[card] |= TOUCHED
            if public.mask[card] & ~public.dead:
                public.mask[card] &= ~public.dead
            if card == chop and not busy and clue >= book.colours and public.mask[card] & public.critical:
                saves = True
            if public.mask[card] & soon and card > newest:
                newest = card
        if public.mask[card] & ~public.playable == 0 and not known >> slot & 1:
            public.reading = SURE
            public.focus = card
    if public.reading == SURE or public.broken[giver] >= PATIENCE:
        return
    if saves:
        public.reading = SAVE
        public.focus = chop
    elif newest >= 0:
        public.reading = CALL
        public.focus = newest
        public.mark[newest] |= CALLED
        public.mask[newest] &= soon
        public.sworn[newest] &= soon
        public.source[newest] = giver * SOURCE + clue


def silence(book: Book, public: Public, seat: int, receiver: int) -> None:
    """Who could have warned the next seat and did something else, has seen no need to."""
    following_seat = (seat + 1) % book.players
    if public.clues == 0 or receiver == following_seat:
        return
    if is_busy(public, following_seat):
        return
    chop = next_discard(public, following_seat)
    if chop >= 0 and public.mask[chop] & ~public.critical:
        public.mask[chop] &= ~public.critical
        public.sworn[chop] &= ~public.critical


def see_clue(
    book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int, free: int
) -> None:
    """A clue was given; ``touched`` has a bit for each slot."""
    if not free:
        silence(book, public, giver, receiver)
        public.clues -= 1
    read(book, public, giver, receiver, clue, touched, coming(book, public))
    settle(book, public)


def see_play(book: Book, public: Public, seat: int, slot: int, face: int, fits: int) -> None:
    """A card was played; slot -1 is the deck."""
    silence(book, public, seat, -1)
    if slot < 0:
        public.deck -= 1
    else:
        card = public.hand[seat * WIDTH + slot]
        if not fits and public.mark[card] & CALLED:
            public.broken[public.source[card] // SOURCE] += 1
        remove(public, seat, slot)
    if fits:
        public.laid[book.suit_of[face]] += 1
    else:
        public.gone[face] += 1
        public.strikes += 1
    take_stock(book, public)
    settle(book, public)


def see_discard(book: Book, public: Public, seat: int, slot: int, face: int) -> None:
    """A card was discarded."""
    silence(book, public, seat, -1)
    remove(public, seat, slot)
    public.gone[face] += 1
    see_token(book, public)
    take_stock(book, public)
    settle(book, public)


def see_token(book: Book, public: Public) -> None:
    """A clue token came back, if one was missing."""
    if public.clues < book.most_clues:
        public.clues += 1


def see_draw(book: Book, public: Public, seat: int, card: int) -> None:
    """A card was drawn."""
    public.hand[seat * WIDTH + public.size[seat]] = card
    public.size[seat] += 1
    public.deck -= 1
    forget(book, public, card)
    settle(book, public)


def see_back(book: Book, public: Public, face: int) -> None:
    """L6: a discarded card went back into the deck."""
    public.gone[face] -= 1
    public.deck += 1
    take_stock(book, public)
    settle(book, public)


def see_encore(book: Book, public: Public, face: int) -> None:
    """L7: a discarded card was laid."""
    public.gone[face] -= 1
    public.laid[book.suit_of[face]] += 1
    take_stock(book, public)
    settle(book, public)


def forget(book: Book, public: Public, card: int) -> None:
    """Nothing is known of a card."""
    public.told[card] = (1 << book.faces) - 1
    public.sworn[card] = public.told[card]
    public.mask[card] = public.told[card]
    public.mark[card] = 0
    public.source[card] = -1


def remove(public: Public, seat: int, slot: int) -> None:
    """A card leaves a hand."""
    public.size[seat] -= 1
    for place in range(seat * WIDTH + slot, seat * WIDTH + public.size[seat]):
        public.hand[place] = public.hand[place + 1]
