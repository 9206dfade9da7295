"""What ``partner`` knows and chooses, for kernels: written by tools/twin.py, not by hand.

``book``, ``public`` and ``sight`` are rows of words, ``prices`` is a row of real numbers.
"""

from __future__ import annotations

from tamaya.fast.bits import lowest, size
from tamaya.fast.compiling import Reals, Row, inner, rare

BOOK_PLAYERS = 0
BOOK_FULL_HAND = 1
BOOK_SUITS = 2
BOOK_RANKS = 3
BOOK_FACES = 4
BOOK_COLOURS = 5
BOOK_CLUES = 6
BOOK_MOST_CLUES = 7
BOOK_MOST_STRIKES = 8
BOOK_FLOURISH = 9
BOOK_EMPTY = 10
BOOK_DISCARD_FULL = 11
BOOK_COPIES = 12
BOOK_TOUCH = 76
BOOK_CHAIN = 108
BOOK_SUIT_OF = 172
BOOK_STEP_OF = 236
BOOK_AFTER = 300
BOOK_WORDS = 364
PUBLIC_CLUES = 0
PUBLIC_STRIKES = 1
PUBLIC_DECK = 2
PUBLIC_TURNS_LEFT = 3
PUBLIC_PLAYABLE = 4
PUBLIC_DEAD = 5
PUBLIC_CRITICAL = 6
PUBLIC_MISSING = 7
PUBLIC_READING = 8
PUBLIC_FOCUS = 9
PUBLIC_LAID = 10
PUBLIC_FURTHEST = 26
PUBLIC_GONE = 42
PUBLIC_SIZE = 106
PUBLIC_HAND = 114
PUBLIC_TOLD = 194
PUBLIC_SWORN = 386
PUBLIC_MASK = 578
PUBLIC_MARK = 770
PUBLIC_LEFT = 962
PUBLIC_USED_UP = 1026
PUBLIC_COUNT = 1027
PUBLIC_SOURCE = 1091
PUBLIC_BROKEN = 1283
PUBLIC_WORDS = 1291
SIGHT_SEAT = 0
SIGHT_FACE_OF = 1
SIGHT_UNSEEN = 193
SIGHT_SEEN = 257
SIGHT_MINE = 321
SIGHT_KNOWN = 331
SIGHT_CHOP = 411
SIGHT_HOLDERS = 419
SIGHT_SPENT = 483
SIGHT_SAVED = 491
SIGHT_WORDS = 541

W_LAST_COPY = 2.35
W_LAST_COPY_STEP = 0.396
W_SPARE_COPY = 0.0176
W_ONLY_COPY = 0.117
W_ONLY_COPY_NEAR = 0.0847
W_TOKEN = 0.184
W_TOKEN_SCARCE = 0.604
W_LOST_GAME = 1.14
W_STRIKE_SECOND = 5.37
W_STRIKE_FIRST = 1.35
W_LATE = 0.566
W_LATE_SOON = 0.486
W_NO_DISCARD = 0.15
W_FALSE_IDEA = 0.502
W_SECOND_CALL = 0.373
W_NEW_PLAY = 0.584
W_NEW_PLAY_STEP = 0.0197
W_NEW_PLAY_LATER = 0.6
W_TOUCH_DEAD = 0.157
W_TOUCH_TWIN = 0.3
W_TOUCH_USEFUL = 0.0783
W_TOUCH_LAST = 0.264
W_NEW_DEAD = 0.207
W_NEWS = 0.1
W_LATER_SEAT = 0.377
W_PLAY_NOW = 2.15
W_PLAY_STEP = 0.0309
W_PLAY_LAST = 0.0344
W_OUT_OF_TURN = 0.175
W_DISCARD_CLUED = 0.331
W_FULL = 0.3
W_DOUBT = 0.0337
W_WRONG_PLAY = 2.75
W_DOUBT_TOUCHED = 0.0209
W_DOUBT_CALLED = 0.005
W_GUESS = 1.68
W_OTHERS_PLAY = 0.144
W_OTHERS_SAFE = -0.128
W_OTHERS_AT_END = 0.369

WIDTH = 10
TOUCHED = 1
CALLED = 2
SOURCE = 100
PATIENCE = 2
PLAIN = 0
SURE = 1
CALL = 2
SAVE = 3


@rare
def take_stock(book: Row, public: Row) -> None:
    """Work out afresh which faces are playable, dead and indispensable."""
    public[PUBLIC_PLAYABLE] = 0
    public[PUBLIC_DEAD] = 0
    public[PUBLIC_CRITICAL] = 0
    public[PUBLIC_MISSING] = 0
    public[PUBLIC_USED_UP] = 0
    for suit in range(book[BOOK_SUITS]):
        reachable = True
        laid = public[PUBLIC_LAID + suit]
        end = laid
        for step in range(book[BOOK_RANKS]):
            face = book[BOOK_CHAIN + (suit * book[BOOK_RANKS] + step)]
            bit = 1 << face
            left = book[BOOK_COPIES + face] - public[PUBLIC_GONE + face]
            if step < laid:
                left -= 1
            public[PUBLIC_LEFT + face] = left
            if left <= 0:
                public[PUBLIC_USED_UP] |= bit
            if step < laid:
                public[PUBLIC_DEAD] |= bit
                continue
            if left == 0:
                reachable = False
            if not reachable:
                public[PUBLIC_DEAD] |= bit
                continue
            end = step + 1
            if step == laid:
                public[PUBLIC_PLAYABLE] |= bit
            if left == 1:
                public[PUBLIC_CRITICAL] |= bit
        public[PUBLIC_FURTHEST + suit] = end
        public[PUBLIC_MISSING] += end - laid


@rare
def settle(book: Row, public: Row) -> None:
    """Draw the conclusions that counting allows: a card that is located cannot be elsewhere as well."""
    for _ in range(3):
        changed = False
        spent = public[PUBLIC_USED_UP]
        located = 0
        twice = 0
        for seat in range(book[BOOK_PLAYERS]):
            for slot in range(public[PUBLIC_SIZE + seat]):
                mask = public[PUBLIC_MASK + public[PUBLIC_HAND + (seat * WIDTH + slot)]]
                if mask & mask - 1 == 0:
                    face = lowest(mask)
                    if not located & mask:
                        public[PUBLIC_COUNT + face] = public[PUBLIC_LEFT + face]
                    twice |= located & mask
                    located |= mask
                    public[PUBLIC_COUNT + face] -= 1
                    if public[PUBLIC_COUNT + face] <= 0:
                        spent |= mask
        for seat in range(book[BOOK_PLAYERS]):
            for slot in range(public[PUBLIC_SIZE + seat]):
                card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
                old = public[PUBLIC_MASK + card]
                single = old if old & old - 1 == 0 else 0
                new = public[PUBLIC_SWORN + card] & ~(spent & ~single)
                if new == 0:
                    new = public[PUBLIC_SWORN + card]
                if public[PUBLIC_MARK + card] & TOUCHED:
                    if new & ~public[PUBLIC_DEAD]:
                        new &= ~public[PUBLIC_DEAD]
                    elsewhere = twice | located & ~single
                    if new & ~elsewhere:
                        new &= ~elsewhere
                if new != old:
                    public[PUBLIC_MASK + card] = new
                    changed = True
        if not changed:
            return


@rare
def coming(book: Row, public: Row) -> int:
    """The faces that are playable, or will be once the cards that are known to be playable are laid."""
    soon = public[PUBLIC_PLAYABLE]
    for _ in range(book[BOOK_RANKS]):
        before = soon
        for seat in range(book[BOOK_PLAYERS]):
            for slot in range(public[PUBLIC_SIZE + seat]):
                mask = public[PUBLIC_MASK + public[PUBLIC_HAND + (seat * WIDTH + slot)]]
                if mask & mask - 1 == 0 and mask & soon:
                    soon |= book[BOOK_AFTER + lowest(mask)]
        if soon == before:
            break
    return soon


@inner
def is_busy(public: Row, seat: int) -> bool:
    """Whether all know that a seat knows of a card to play or to throw away."""
    for slot in range(public[PUBLIC_SIZE + seat]):
        mask = public[PUBLIC_MASK + public[PUBLIC_HAND + (seat * WIDTH + slot)]]
        if mask & ~public[PUBLIC_PLAYABLE] == 0 or mask & ~public[PUBLIC_DEAD] == 0:
            return True
    return False


@inner
def next_discard(public: Row, seat: int) -> int:
    """The card that a seat throws away unless it learns something: its oldest that no clue has touched."""
    oldest = -1
    for slot in range(public[PUBLIC_SIZE + seat]):
        card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
        if public[PUBLIC_MARK + card] & TOUCHED == 0 and (oldest < 0 or card < oldest):
            oldest = card
    return oldest


@inner
def hear(book: Row, public: Row, receiver: int, clue: int, touched: int) -> None:
    """Take a clue literally. ``touched`` has a bit for each slot."""
    for slot in range(public[PUBLIC_SIZE + receiver]):
        card = public[PUBLIC_HAND + (receiver * WIDTH + slot)]
        told = book[BOOK_TOUCH + clue] if touched >> slot & 1 else ~book[BOOK_TOUCH + clue]
        public[PUBLIC_TOLD + card] &= told
        public[PUBLIC_SWORN + card] &= told
        if public[PUBLIC_SWORN + card] == 0:
            public[PUBLIC_SWORN + card] = public[PUBLIC_TOLD + card]
        public[PUBLIC_MASK + card] &= public[PUBLIC_SWORN + card]
        if public[PUBLIC_MASK + card] == 0:
            public[PUBLIC_MASK + card] = public[PUBLIC_SWORN + card]


@rare
def read(book: Row, public: Row, giver: int, receiver: int, clue: int, touched: int, soon: int) -> None:
    """Take a clue literally, then find what it means by the conventions. ``soon`` is what ``coming`` says."""
    chop = next_discard(public, receiver)
    busy = is_busy(public, receiver)
    known = 0
    for slot in range(public[PUBLIC_SIZE + receiver]):
        if (
            public[PUBLIC_MASK + public[PUBLIC_HAND + (receiver * WIDTH + slot)]] & ~public[PUBLIC_PLAYABLE]
            == 0
        ):
            known |= 1 << slot
    hear(book, public, receiver, clue, touched)
    public[PUBLIC_READING] = PLAIN
    public[PUBLIC_FOCUS] = -1
    saves = False
    newest = -1
    for slot in range(public[PUBLIC_SIZE + receiver]):
        card = public[PUBLIC_HAND + (receiver * WIDTH + slot)]
        if touched >> slot & 1:
            public[PUBLIC_MARK + card] |= TOUCHED
            if public[PUBLIC_MASK + card] & ~public[PUBLIC_DEAD]:
                public[PUBLIC_MASK + card] &= ~public[PUBLIC_DEAD]
            if (
                card == chop
                and (not busy)
                and (clue >= book[BOOK_COLOURS])
                and public[PUBLIC_MASK + card] & public[PUBLIC_CRITICAL]
            ):
                saves = True
            if public[PUBLIC_MASK + card] & soon and card > newest:
                newest = card
        if public[PUBLIC_MASK + card] & ~public[PUBLIC_PLAYABLE] == 0 and (not known >> slot & 1):
            public[PUBLIC_READING] = SURE
            public[PUBLIC_FOCUS] = card
    if public[PUBLIC_READING] == SURE or public[PUBLIC_BROKEN + giver] >= PATIENCE:
        return
    if saves:
        public[PUBLIC_READING] = SAVE
        public[PUBLIC_FOCUS] = chop
    elif newest >= 0:
        public[PUBLIC_READING] = CALL
        public[PUBLIC_FOCUS] = newest
        public[PUBLIC_MARK + newest] |= CALLED
        public[PUBLIC_MASK + newest] &= soon
        public[PUBLIC_SWORN + newest] &= soon
        public[PUBLIC_SOURCE + newest] = giver * SOURCE + clue


@rare
def silence(book: Row, public: Row, seat: int, receiver: int) -> None:
    """Who could have warned the next seat and did something else, has seen no need to."""
    following_seat = (seat + 1) % book[BOOK_PLAYERS]
    if public[PUBLIC_CLUES] == 0 or receiver == following_seat:
        return
    if is_busy(public, following_seat):
        return
    chop = next_discard(public, following_seat)
    if chop >= 0 and public[PUBLIC_MASK + chop] & ~public[PUBLIC_CRITICAL]:
        public[PUBLIC_MASK + chop] &= ~public[PUBLIC_CRITICAL]
        public[PUBLIC_SWORN + chop] &= ~public[PUBLIC_CRITICAL]


@rare
def see_clue(book: Row, public: Row, giver: int, receiver: int, clue: int, touched: int, free: int) -> None:
    """A clue was given; ``touched`` has a bit for each slot."""
    if not free:
        silence(book, public, giver, receiver)
        public[PUBLIC_CLUES] -= 1
    read(book, public, giver, receiver, clue, touched, coming(book, public))
    settle(book, public)


@rare
def see_play(book: Row, public: Row, seat: int, slot: int, face: int, fits: int) -> None:
    """A card was played; slot -1 is the deck."""
    silence(book, public, seat, -1)
    if slot < 0:
        public[PUBLIC_DECK] -= 1
    else:
        card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
        if not fits and public[PUBLIC_MARK + card] & CALLED:
            public[PUBLIC_BROKEN + public[PUBLIC_SOURCE + card] // SOURCE] += 1
        remove(public, seat, slot)
    if fits:
        public[PUBLIC_LAID + book[BOOK_SUIT_OF + face]] += 1
    else:
        public[PUBLIC_GONE + face] += 1
        public[PUBLIC_STRIKES] += 1
    take_stock(book, public)
    settle(book, public)


@rare
def see_discard(book: Row, public: Row, seat: int, slot: int, face: int) -> None:
    """A card was discarded."""
    silence(book, public, seat, -1)
    remove(public, seat, slot)
    public[PUBLIC_GONE + face] += 1
    see_token(book, public)
    take_stock(book, public)
    settle(book, public)


@rare
def see_token(book: Row, public: Row) -> None:
    """A clue token came back, if one was missing."""
    if public[PUBLIC_CLUES] < book[BOOK_MOST_CLUES]:
        public[PUBLIC_CLUES] += 1


@rare
def see_draw(book: Row, public: Row, seat: int, card: int) -> None:
    """A card was drawn."""
    public[PUBLIC_HAND + (seat * WIDTH + public[PUBLIC_SIZE + seat])] = card
    public[PUBLIC_SIZE + seat] += 1
    public[PUBLIC_DECK] -= 1
    forget(book, public, card)
    settle(book, public)


@rare
def see_back(book: Row, public: Row, face: int) -> None:
    """L6: a discarded card went back into the deck."""
    public[PUBLIC_GONE + face] -= 1
    public[PUBLIC_DECK] += 1
    take_stock(book, public)
    settle(book, public)


@rare
def see_encore(book: Row, public: Row, face: int) -> None:
    """L7: a discarded card was laid."""
    public[PUBLIC_GONE + face] -= 1
    public[PUBLIC_LAID + book[BOOK_SUIT_OF + face]] += 1
    take_stock(book, public)
    settle(book, public)


@rare
def forget(book: Row, public: Row, card: int) -> None:
    """Nothing is known of a card."""
    public[PUBLIC_TOLD + card] = (1 << book[BOOK_FACES]) - 1
    public[PUBLIC_SWORN + card] = public[PUBLIC_TOLD + card]
    public[PUBLIC_MASK + card] = public[PUBLIC_TOLD + card]
    public[PUBLIC_MARK + card] = 0
    public[PUBLIC_SOURCE + card] = -1


@rare
def remove(public: Row, seat: int, slot: int) -> None:
    """A card leaves a hand."""
    public[PUBLIC_SIZE + seat] -= 1
    for place in range(seat * WIDTH + slot, seat * WIDTH + public[PUBLIC_SIZE + seat]):
        public[PUBLIC_HAND + place] = public[PUBLIC_HAND + (place + 1)]


PLAY = 0
DISCARD = 1
CLUE = 2
NEVER = -1000.0


@rare
def best(book: Row, public: Row, sight: Row, prices: Reals) -> tuple[int, int]:
    """The best action: its kind, and the slot - 1, or the receiver * all clues + the clue."""
    look(book, public, sight, prices)
    kind, what, top = (PLAY, 0, 10 * NEVER)
    ahead = round_ahead(book, public, sight, prices, public[PUBLIC_PLAYABLE])
    for slot in range(public[PUBLIC_SIZE + sight[SIGHT_SEAT]]):
        worth = worth_of_play(book, public, sight, prices, slot, ahead)
        if worth > top:
            kind, what, top = (PLAY, slot, worth)
        if public[PUBLIC_CLUES] < book[BOOK_MOST_CLUES] or book[BOOK_DISCARD_FULL]:
            worth = worth_of_discard(book, public, sight, prices, slot) + ahead
            if worth > top:
                kind, what, top = (DISCARD, slot, worth)
    if public[PUBLIC_CLUES] > 0:
        cost = token(public, public[PUBLIC_CLUES])
        if public[PUBLIC_CLUES] == book[BOOK_MOST_CLUES]:
            cost -= W_FULL
        soon = coming(book, public)
        for step in range(1, book[BOOK_PLAYERS]):
            receiver = (sight[SIGHT_SEAT] + step) % book[BOOK_PLAYERS]
            if public[PUBLIC_SIZE + receiver] == 0:
                continue
            for clue in range(book[BOOK_CLUES]):
                touched = touched_by(book, public, sight, prices, receiver, clue)
                if touched == 0 and (not book[BOOK_EMPTY]):
                    continue
                worth = worth_of_clue(book, public, sight, prices, receiver, clue, touched, soon) - cost
                if worth > top:
                    kind, what, top = (CLUE, receiver * book[BOOK_CLUES] + clue, worth)
    return (kind, what)


@rare
def look(book: Row, public: Row, sight: Row, prices: Reals) -> None:
    """Count what the seat sees."""
    for face in range(book[BOOK_FACES]):
        sight[SIGHT_SEEN + face] = 0
        sight[SIGHT_HOLDERS + face] = 0
        sight[SIGHT_UNSEEN + face] = public[PUBLIC_LEFT + face]
    for seat in range(book[BOOK_PLAYERS]):
        if seat != sight[SIGHT_SEAT]:
            for slot in range(public[PUBLIC_SIZE + seat]):
                card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
                face = sight[SIGHT_FACE_OF + card]
                sight[SIGHT_UNSEEN + face] -= 1
                sight[SIGHT_SEEN + face] += 1
                if public[PUBLIC_MARK + card] & TOUCHED and public[PUBLIC_MASK + card] >> face & 1:
                    sight[SIGHT_HOLDERS + face] += 1
    spent = 0
    for face in range(book[BOOK_FACES]):
        prices[face] = price(book, public, face, sight[SIGHT_SEEN + face])
        if sight[SIGHT_UNSEEN + face] <= 0:
            spent |= 1 << face
    for seat in range(book[BOOK_PLAYERS]):
        if seat != sight[SIGHT_SEAT]:
            sight[SIGHT_SPENT + seat] = spent_for(public, sight, prices, seat, spent)
            put_oneself_in(public, sight, prices, seat)
    for slot in range(public[PUBLIC_SIZE + sight[SIGHT_SEAT]]):
        card = public[PUBLIC_HAND + (sight[SIGHT_SEAT] * WIDTH + slot)]
        mine = narrow(public[PUBLIC_MASK + card], spent, public[PUBLIC_TOLD + card])
        sight[SIGHT_MINE + slot] = mine
        if mine & mine - 1 == 0:
            face = lowest(mine)
            sight[SIGHT_HOLDERS + face] += 1
            sight[SIGHT_UNSEEN + face] -= 1
    nowhere = 0
    for face in range(book[BOOK_FACES]):
        if sight[SIGHT_UNSEEN + face] <= 0:
            nowhere |= 1 << face
    for slot in range(public[PUBLIC_SIZE + sight[SIGHT_SEAT]]):
        mine = sight[SIGHT_MINE + slot]
        excluded = mine & nowhere
        while excluded and mine & mine - 1:
            mine &= ~(excluded & -excluded)
            excluded &= excluded - 1
        sight[SIGHT_MINE + slot] = mine


@rare
def spent_for(public: Row, sight: Row, prices: Reals, seat: int, spent: int) -> int:
    """The faces whose copies a teammate sees all, as far as this seat can tell: but not in their own hand."""
    for slot in range(public[PUBLIC_SIZE + seat]):
        spent &= ~(1 << sight[SIGHT_FACE_OF + public[PUBLIC_HAND + (seat * WIDTH + slot)]])
    return spent


@inner
def put_oneself_in(public: Row, sight: Row, prices: Reals, seat: int) -> None:
    """Find what a teammate takes their cards for, and which one they would discard."""
    for slot in range(public[PUBLIC_SIZE + seat]):
        card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
        sight[SIGHT_KNOWN + (seat * WIDTH + slot)] = narrow(
            public[PUBLIC_MASK + card], sight[SIGHT_SPENT + seat], public[PUBLIC_TOLD + card]
        )
    sight[SIGHT_CHOP + seat] = next_discard(public, seat)


@inner
def narrow(mask: int, spent: int, told: int) -> int:
    """A set of faces without those that are spent, unless nothing would be left."""
    if mask & ~spent:
        return mask & ~spent
    if told & ~spent:
        return told & ~spent
    return mask


@inner
def price(book: Row, public: Row, face: int, others: int) -> float:
    """What it costs the team to lose a copy, with some others in sight."""
    if public[PUBLIC_DEAD] >> face & 1:
        return 0.0
    suit = book[BOOK_SUIT_OF + face]
    step = book[BOOK_STEP_OF + face]
    if public[PUBLIC_CRITICAL] >> face & 1:
        if book[BOOK_FLOURISH]:
            return W_LOST_GAME + book[BOOK_FACES]
        return W_LAST_COPY + W_LAST_COPY_STEP * (public[PUBLIC_FURTHEST + suit] - step)
    if others > 0:
        return W_SPARE_COPY
    return W_ONLY_COPY + W_ONLY_COPY_NEAR / (1 + step - public[PUBLIC_LAID + suit])


@rare
def token(public: Row, count: int) -> float:
    """What the last of some clue tokens is worth."""
    if public[PUBLIC_TURNS_LEFT] >= 0:
        return 0.0
    return W_TOKEN + W_TOKEN_SCARCE / count


@rare
def strike(book: Row, public: Row) -> float:
    """What a further strike costs."""
    spare = book[BOOK_MOST_STRIKES] - public[PUBLIC_STRIKES]
    if spare <= 1:
        score = 0
        for suit in range(book[BOOK_SUITS]):
            score += public[PUBLIC_LAID + suit]
        return score + W_LOST_GAME
    if public[PUBLIC_TURNS_LEFT] >= 0:
        return 0.0
    return W_STRIKE_SECOND if spare == 2 else W_STRIKE_FIRST


@rare
def delay(book: Row, public: Row) -> float:
    """What it costs to draw a card without laying one."""
    if public[PUBLIC_TURNS_LEFT] >= 0 or book[BOOK_FLOURISH]:
        return 0.0
    spare = public[PUBLIC_DECK] + book[BOOK_PLAYERS] - public[PUBLIC_MISSING]
    return W_LATE if spare <= 0 else W_LATE_SOON / spare


@rare
def worth_of_play(book: Row, public: Row, sight: Row, prices: Reals, slot: int, ahead: float) -> float:
    """What it is worth to play an own card; ``ahead`` is what the others will do anyway."""
    card = public[PUBLIC_HAND + (sight[SIGHT_SEAT] * WIDTH + slot)]
    mine = sight[SIGHT_MINE + slot]
    doubt = W_DOUBT_CALLED if public[PUBLIC_MARK + card] & CALLED else W_DOUBT_TOUCHED
    total = 0.0
    fitting = 0.0
    worth = 0.0
    rest = mine | public[PUBLIC_SWORN + card] & public[PUBLIC_DEAD]
    while rest:
        face = lowest(rest & -rest)
        rest &= rest - 1
        weight = max(sight[SIGHT_UNSEEN + face], 0)
        if not mine >> face & 1:
            total += doubt * weight
            continue
        weight = max(weight, 1)
        total += weight
        if public[PUBLIC_PLAYABLE] >> face & 1:
            fitting += weight
            follows = public[PUBLIC_FURTHEST + book[BOOK_SUIT_OF + face]] - book[BOOK_STEP_OF + face]
            worth += weight * (W_PLAY_NOW + W_PLAY_STEP * follows)
            if book[BOOK_STEP_OF + face] == book[BOOK_RANKS] - 1:
                worth += weight * W_PLAY_LAST
        else:
            worth -= weight * prices[face]
    if total <= 0:
        return NEVER
    worth /= total
    if public[PUBLIC_TURNS_LEFT] >= 0:
        worth = fitting / total - strike(book, public) * (total - fitting) / total
    elif fitting < total:
        worth -= (strike(book, public) + delay(book, public)) * (total - fitting) / total
        worth -= W_GUESS * (public[PUBLIC_DECK] + 1) if mine & ~public[PUBLIC_PLAYABLE] else W_DOUBT
    if mine & mine - 1 == 0 and mine & public[PUBLIC_PLAYABLE]:
        following = book[BOOK_AFTER + lowest(mine)] & ~public[PUBLIC_DEAD]
        return worth + round_ahead(book, public, sight, prices, public[PUBLIC_PLAYABLE] & ~mine | following)
    return worth + ahead


@rare
def worth_of_discard(book: Row, public: Row, sight: Row, prices: Reals, slot: int) -> float:
    """What it is worth to discard an own card."""
    card = public[PUBLIC_HAND + (sight[SIGHT_SEAT] * WIDTH + slot)]
    total = 0.0
    lost = 0.0
    rest = sight[SIGHT_MINE + slot]
    while rest:
        face = lowest(rest & -rest)
        rest &= rest - 1
        weight = max(sight[SIGHT_UNSEEN + face], 1)
        total += weight
        lost += weight * prices[face]
    if total <= 0:
        return NEVER
    if public[PUBLIC_TURNS_LEFT] >= 0:
        return 0.0
    worth = -lost / total - delay(book, public)
    if public[PUBLIC_CLUES] < book[BOOK_MOST_CLUES]:
        worth += token(public, public[PUBLIC_CLUES] + 1)
    if lost > 0.0:
        if card != next_discard(public, sight[SIGHT_SEAT]):
            worth -= W_OUT_OF_TURN
        if public[PUBLIC_MARK + card] & TOUCHED:
            worth -= W_DISCARD_CLUED
    return worth - 0.0001 * slot


@rare
def round_ahead(book: Row, public: Row, sight: Row, prices: Reals, playable: int) -> float:
    """What the others will do before this seat's next turn if nobody clues: plays, and cards lost."""
    worth = 0.0
    dead = public[PUBLIC_DEAD]
    turns = book[BOOK_PLAYERS] - 1
    if 0 <= public[PUBLIC_TURNS_LEFT] <= turns:
        turns = public[PUBLIC_TURNS_LEFT] - 1
    for step in range(1, turns + 1):
        seat = (sight[SIGHT_SEAT] + step) % book[BOOK_PLAYERS]
        weight = 1.0 if step == 1 else W_LATER_SEAT
        face = -1
        safe = False
        for slot in range(public[PUBLIC_SIZE + seat]):
            mask = sight[SIGHT_KNOWN + (seat * WIDTH + slot)]
            if mask & ~playable == 0:
                found = sight[SIGHT_FACE_OF + public[PUBLIC_HAND + (seat * WIDTH + slot)]]
                if face < 0 or book[BOOK_STEP_OF + found] < book[BOOK_STEP_OF + face]:
                    face = found
            elif mask & ~dead == 0:
                safe = True
        if face >= 0:
            if playable >> face & 1:
                playable = playable & ~(1 << face) | book[BOOK_AFTER + face] & ~dead
                dead |= 1 << face
                worth += W_OTHERS_PLAY if public[PUBLIC_TURNS_LEFT] < 0 else W_OTHERS_AT_END
            elif public[PUBLIC_TURNS_LEFT] < 0:
                worth -= W_WRONG_PLAY
            else:
                worth -= strike(book, public)
        elif public[PUBLIC_TURNS_LEFT] >= 0:
            continue
        elif safe:
            worth += W_OTHERS_SAFE
        else:
            card = sight[SIGHT_CHOP + seat]
            if card < 0:
                worth -= W_NO_DISCARD * weight
            else:
                face = sight[SIGHT_FACE_OF + card]
                worth -= price(book, public, face, sight[SIGHT_SEEN + face] - 1) * weight
    return worth


@rare
def touched_by(book: Row, public: Row, sight: Row, prices: Reals, receiver: int, clue: int) -> int:
    """The slots that a clue touches, as bits."""
    touched = 0
    for slot in range(public[PUBLIC_SIZE + receiver]):
        if (
            book[BOOK_TOUCH + clue] >> sight[SIGHT_FACE_OF + public[PUBLIC_HAND + (receiver * WIDTH + slot)]]
            & 1
        ):
            touched |= 1 << slot
    return touched


@rare
def worth_of_clue(
    book: Row, public: Row, sight: Row, prices: Reals, receiver: int, clue: int, touched: int, soon: int
) -> float:
    """What a clue is worth: it is tried, read as its receiver will read it, and taken back."""
    remember(public, sight, prices, receiver)
    read(book, public, sight[SIGHT_SEAT], receiver, clue, touched, soon)
    put_oneself_in(public, sight, prices, receiver)
    worth = worth_of_news(book, public, sight, prices, receiver, touched, soon)
    if public[PUBLIC_TURNS_LEFT] >= 0:
        worth *= 0.01
    worth += round_ahead(book, public, sight, prices, public[PUBLIC_PLAYABLE])
    take_back(public, sight, prices, receiver)
    put_oneself_in(public, sight, prices, receiver)
    return worth


@rare
def worth_of_news(
    book: Row, public: Row, sight: Row, prices: Reals, receiver: int, touched: int, soon: int
) -> float:
    """What it is worth that a hand is known so much better than it was remembered."""
    spent = sight[SIGHT_SPENT + receiver]
    worth = 0.0
    promised = 0
    for slot in range(public[PUBLIC_SIZE + receiver]):
        card = public[PUBLIC_HAND + (receiver * WIDTH + slot)]
        face = sight[SIGHT_FACE_OF + card]
        bit = 1 << face
        told, mask = (sight[SIGHT_SAVED + slot * 5], sight[SIGHT_SAVED + (slot * 5 + 1)])
        clued = sight[SIGHT_SAVED + (slot * 5 + 3)] & TOUCHED
        before = narrow(mask, spent, told)
        after = sight[SIGHT_KNOWN + (receiver * WIDTH + slot)]
        if public[PUBLIC_MASK + card] & bit == 0:
            if mask & bit:
                worth -= W_FALSE_IDEA
                if after & ~soon == 0:
                    worth += NEVER
            continue
        twins = sight[SIGHT_HOLDERS + face]
        if clued and mask & bit:
            twins -= 1
        twin = twins > 0 or bit & promised > 0
        if after & ~soon == 0:
            goal = soon if after & ~public[PUBLIC_PLAYABLE] else public[PUBLIC_PLAYABLE]
            if before & ~goal:
                if twin:
                    worth -= W_SECOND_CALL
                else:
                    promised |= bit
                    if goal == soon and after & ~public[PUBLIC_PLAYABLE]:
                        worth += W_NEW_PLAY_LATER
                    else:
                        follows = (
                            public[PUBLIC_FURTHEST + book[BOOK_SUIT_OF + face]] - book[BOOK_STEP_OF + face]
                        )
                        worth += W_NEW_PLAY + W_NEW_PLAY_STEP * follows
        elif touched >> slot & 1 and (not clued):
            if bit & public[PUBLIC_DEAD]:
                if after & ~public[PUBLIC_DEAD]:
                    worth -= W_TOUCH_DEAD
            elif twin:
                worth -= W_TOUCH_TWIN
            else:
                promised |= bit
                worth += W_TOUCH_USEFUL
                if bit & public[PUBLIC_CRITICAL]:
                    worth += W_TOUCH_LAST
        if after & ~public[PUBLIC_DEAD] == 0 and before & ~public[PUBLIC_DEAD]:
            worth += W_NEW_DEAD
        elif after != before and bit & ~public[PUBLIC_DEAD]:
            worth += W_NEWS * (size(before) - size(after)) / size(before)
    return worth


@inner
def remember(public: Row, sight: Row, prices: Reals, seat: int) -> None:
    """Keep what is known of a hand."""
    for slot in range(public[PUBLIC_SIZE + seat]):
        card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
        sight[SIGHT_SAVED + slot * 5] = public[PUBLIC_TOLD + card]
        sight[SIGHT_SAVED + (slot * 5 + 1)] = public[PUBLIC_MASK + card]
        sight[SIGHT_SAVED + (slot * 5 + 2)] = public[PUBLIC_SWORN + card]
        sight[SIGHT_SAVED + (slot * 5 + 3)] = public[PUBLIC_MARK + card]
        sight[SIGHT_SAVED + (slot * 5 + 4)] = public[PUBLIC_SOURCE + card]


@inner
def take_back(public: Row, sight: Row, prices: Reals, seat: int) -> None:
    """Forget what has been learnt about a hand since it was remembered."""
    for slot in range(public[PUBLIC_SIZE + seat]):
        card = public[PUBLIC_HAND + (seat * WIDTH + slot)]
        public[PUBLIC_TOLD + card] = sight[SIGHT_SAVED + slot * 5]
        public[PUBLIC_MASK + card] = sight[SIGHT_SAVED + (slot * 5 + 1)]
        public[PUBLIC_SWORN + card] = sight[SIGHT_SAVED + (slot * 5 + 2)]
        public[PUBLIC_MARK + card] = sight[SIGHT_SAVED + (slot * 5 + 3)]
        public[PUBLIC_SOURCE + card] = sight[SIGHT_SAVED + (slot * 5 + 4)]
