"""``search`` and ``grandmaster``: sound beliefs, the games of their compiled twin, nothing hidden seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("numba")

import numpy as np

from tamaya.bots import Choice, find_bot
from tamaya.bots.blueprint import Mind, look_plainly, mind_at
from tamaya.bots.conventions.state import face_of
from tamaya.bots.facts import UNSEEN
from tamaya.bots.hat.compiled import finish_games as finish_with_hat
from tamaya.bots.partner.compiled import PartnerMind
from tamaya.bots.partner.mind import Mind as PartnerThoughts
from tamaya.bots.partner.styles import PARTNER
from tamaya.bots.search import Grandmaster, Search, imagined_deal, kernels, past_of
from tamaya.bots.search.desk import Desk
from tamaya.bots.search.imagining import imagine
from tamaya.bots.search.kernels import ANY, play_to_ends
from tamaya.bots.search.player import what_was_imagined
from tamaya.bots.search.searcher import (
    ALL,
    Ends,
    Searcher,
    SearchTerms,
    Thought,
    TriedAction,
    finish_games,
    new_desk,
    new_mind,
)
from tamaya.engine import Action, Play, Rearrange, State, parse_action
from tamaya.engine.events import Rearranged, WentBack
from tamaya.fast import Batch
from tamaya.fast.inspect import read_facts
from tamaya.fast.jit import passing_kernel
from tamaya.fast.layout import NO_FACE
from tamaya.fast.pointers import items
from tamaya.fast.structs import record_of, words_of
from tamaya.rules import Card, Deal, Rules, Seat
from tamaya.words import Reader, say_all
from tests.helpers import drive
from tests.laws.strategies import TABLES, another_truth

SEARCHERS = ("search", "grandmaster")
QUICK = SearchTerms(samples=20, interval=10)
PLAYED = [
    (rules, players)
    for rules, players in TABLES
    if not find_bot("search", "hanabi").objection(Rules.parse(rules), players)
]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is to be decided by how fast this machine thinks or compiles."""
    monkeypatch.setattr(Search, "seconds", float("inf"))
    monkeypatch.setattr(Grandmaster, "seconds", float("inf"))
    monkeypatch.setattr(Grandmaster, "samples", 20)
    monkeypatch.setattr("tamaya.bots.search.player.WARM_UP", None)


def moments(name: str, rules: str, players: int, seed: int) -> Iterator[tuple[State, Choice[Action]]]:
    """A game of searching bots: each state with what is chosen then."""
    house = Rules.parse(rules)
    seats = [find_bot(name, "hanabi").sit(seat) for seat in range(players)]
    state = State.start(house, players, seed=seed, first=Seat(seed % players))
    while state.turn is not None:
        choice = seats[state.turn].choose(state.view(state.turn))
        yield state, choice
        state = state.apply(choice.action)


@pytest.mark.parametrize(
    ("rules", "players"),
    [("original", 2), ("original", 4), ("deluxe+black-powder", 3), ("deluxe+flamboyants", 3)],
)
def test_the_bot_and_its_compiled_twin_play_the_same_games(rules: str, players: int) -> None:
    deal = Deal.shuffle(Rules.parse(rules), seed=3)
    batch = Batch(rules, players, 1, 0, deals=[deal], autoreset=False)
    finish_games(batch)
    seats = [find_bot("search", "hanabi").sit(seat) for seat in range(players)]
    state = State.start(Rules.parse(rules), players, deal=deal)
    for number, action in enumerate(batch.actions_of(0)):
        assert state.turn is not None
        chosen = seats[state.turn](state.view(state.turn))
        assert str(chosen) == action, f"action {number}"
        state = state.apply(chosen)
    assert state.over


@pytest.mark.parametrize("name", SEARCHERS)
def test_neither_action_nor_reason_depends_on_hidden_cards(name: str) -> None:
    """S4: the no-cheating law, with other cards in the deck and in one's own hand."""
    rng = random.Random(1)
    for rules, players, seed in (("original", 2, 5), ("deluxe+avalanche+flamboyants", 3, 6)):
        for state, choice in moments(name, rules, players, seed):
            if rng.random() < 0.1:
                assert state.turn is not None
                hidden: list[list[int]] = [[], [state.turn]]
                for unseen in hidden:
                    other = another_truth(state, unseen, rng)
                    assert find_bot(name, "hanabi").sit(0).choose(other.view(state.turn)) == choice


@pytest.mark.parametrize(("blueprint", "players"), [("hat", 2), ("hat", 3), ("hat", 5), ("partner", 2)])
def test_no_belief_ever_becomes_empty_and_nothing_false_is_told(blueprint: str, players: int) -> None:
    batch = Batch("original", players, 4, seed=1, autoreset=False)
    words = new_desk(batch.rules, batch.rows.shape[1], QUICK)
    desk = record_of(Desk, words)
    mind = new_mind(blueprint, batch.rules, players)
    for game in range(batch.games):
        play_to_ends(batch.rows[game : game + 1], batch.tables, mind, words, ALL)
        assert desk.surprises == 0
        if blueprint == "hat":
            assert desk.misled == 0
    assert desk.rollouts > 1000


def test_every_hand_that_may_be_is_imagined_as_often_as_it_may_be() -> None:
    batch = Batch("deluxe", 2, 1, seed=8, autoreset=False)
    deal = batch.deal(0)
    state = State.start(batch.rules, 2, deal=deal)
    for text in ("cB1", "cA1", "cB2", "cA2", "cB3", "cA3"):
        action = next((action for action in state.actions() if str(action) == text), None)
        state = state.apply(action or state.actions()[-1])
    batch.set_game(0, deal, 0, past_of(state.view(Seat(0))) or [])
    mind = new_mind("hat", batch.rules, 2)
    counted = _count_imagined(batch, mind, 60_000)
    own = record_of(Mind, mind[: words_of(Mind)])
    unseen = own.unseen
    wanted = _weights([int(own.own[slot]) for slot in range(5)], [unseen.one, unseen.two, unseen.three])
    total = sum(wanted.values())
    assert set(counted) <= set(wanted)
    for slot in range(5):
        seen, expected = Counter[int](), Counter[int]()
        for hand, times in counted.items():
            seen[hand[slot]] += times
        for hand, weight in wanted.items():
            expected[hand[slot]] += weight
        for face, weight in expected.items():
            assert abs(seen[face] / 60_000 - weight / total) < 0.01


def _count_imagined(batch: Batch, mind: np.ndarray, times: int) -> Counter[tuple[int, ...]]:
    @passing_kernel
    def look(rows: np.ndarray, minds: np.ndarray, tables: np.ndarray) -> None:
        look_plainly(items(rows), items(tables), items(minds))

    @passing_kernel
    def imagine_hand(rows: np.ndarray, minds: np.ndarray, tables: np.ndarray, key: int) -> bool:
        return imagine(items(rows), items(tables), mind_at(items(minds), 0), key)

    look(batch.rows, mind, batch.tables)
    hands: Counter[tuple[int, ...]] = Counter()
    place = batch.layout.block("faces").start
    for key in range(times):
        row = batch.rows.copy()
        assert imagine_hand(row, mind, batch.tables, key)
        word = int(row[0, place])
        hands[tuple(word >> 6 * slot & 63 for slot in range(5))] += 1
    return hands


def _weights(masks: list[int], planes: list[int]) -> dict[tuple[int, ...], int]:
    """Every hand with the number of ways to take it from the copies that are left."""
    left = {face: sum(plane >> face & 1 for plane in planes) for face in range(64)}
    found: dict[tuple[int, ...], int] = {(): 1}
    for may_be in masks:
        known = may_be & (may_be - 1) == 0
        longer: dict[tuple[int, ...], int] = {}
        for hand, weight in found.items():
            for face in (face for face in range(64) if may_be >> face & 1):
                ways = 1 if known else left[face] - hand.count(face)
                if ways > 0:
                    longer[*hand, face] = weight * ways
        found = longer
    return found


@pytest.mark.parametrize("rules", ["deluxe+flamboyants", "rnr+flamboyants+variant-3", "deluxe+deck-play=yes"])
def test_an_imagined_deal_leads_to_what_the_seat_sees(rules: str) -> None:
    """L6: also where a card went back into the deck, and has been drawn again or not."""
    returned, rng = 0, random.Random(3)
    for seed in range(10):
        state = State.start(Rules.parse(rules), 3, seed=seed)
        while state.turn is not None:
            state = state.apply(drive(state, rng, 0.98))
            returned += isinstance(state.history[-1], WentBack)
            if state.turn is None or (len(state.history) % 3 and not returned):
                continue
            view = state.view(state.turn)
            past, deal = past_of(view), imagined_deal(view)
            if past is None:
                break
            assert deal is not None
            other = State.start(state.rules, 3, deal=deal)
            for action in past:
                other = other.apply(parse_action(action))
            assert other.view(state.turn) == view


def test_old_cards_are_not_taken_for_one_that_went_back() -> None:
    """L6: of the copies of a returned card, one can only be in the deck or in a hand since then."""
    looked = 0
    for seed in range(60):
        batch = Batch("deluxe+flamboyants", 2, 1, seed=seed, autoreset=False)
        deal = batch.deal(0)
        finish_with_hat(batch)
        words = new_desk(batch.rules, batch.rows.shape[1], QUICK)
        again = Batch("deluxe+flamboyants", 2, 1, 0, deals=[deal], autoreset=False)
        mind, desk = new_mind("hat", batch.rules, 2), record_of(Desk, words)
        kernels.begin_game(again.rows, again.tables, mind, words)
        for action in batch.actions_of(0)[:-1]:
            number = again.actions.number(action, int(again.turn[0]))
            kernels.go_on(again.rows, again.tables, mind, words, number, int(again.turn[0]), -1)
            if desk.returned == NO_FACE:
                continue
            kernels.open_search(again.rows, again.tables, mind, words, ANY)
            kernels.search_round(again.rows, again.tables, mind, words, QUICK.interval)
            if desk.games:
                looked += 1
                seat = int(again.turn[0])
                elsewhere = _old_copies(again.rows, again, desk, 1 - seat)
                mine = _old_copies(np.array([desk.row]), again, desk, seat)
                assert mine + elsewhere <= desk.spare
    assert looked > 20


def _old_copies(rows: np.ndarray, batch: Batch, desk: Desk, seat: int) -> int:
    """Cards of a hand that were there before a card went back, and have its face."""
    faces = int(rows[0, batch.layout.block("faces").start + seat])
    count = int(rows[0, batch.layout.block("counts").start + seat])
    return sum(
        faces >> 6 * slot & 63 == desk.returned and desk.cards[seat][slot] < desk.drawn_before
        for slot in range(count)
    )


@pytest.mark.slow
def test_thinking_ahead_is_stronger_than_the_blueprint() -> None:
    deals = [Deal.shuffle(Rules.parse("original"), seed=f"ahead/{number}") for number in range(12)]
    ahead = finish_games(Batch("original", 2, 12, 0, deals=deals, autoreset=False))
    plain = finish_with_hat(Batch("original", 2, 12, 0, deals=deals, autoreset=False))
    assert ahead.scores.mean() > plain.scores.mean() + 0.2


@pytest.mark.parametrize("name", SEARCHERS)
def test_strangers_do_no_harm(name: str) -> None:
    """One player knows no conventions at all: nothing illegal is done, and the game goes to its end."""
    rng = random.Random(4)
    for number in range(0, len(PLAYED), max(1, len(PLAYED) // 4)):
        rules, players = PLAYED[number]
        seats = [find_bot(name, "hanabi").sit(seat) for seat in range(1, players)]
        state = State.start(Rules.parse(rules), players, seed=number)
        while (seat := state.turn) is not None:
            if seat == 0:
                state = state.apply(drive(state, rng, 0.8))
            else:
                choice = seats[seat - 1].choose(state.view(seat))
                assert choice.action in state.actions()
                state = state.apply(choice.action)


def beside_a_stranger(players: int, seed: int) -> Iterator[tuple[State, Grandmaster, Choice[Action]]]:
    """A game of one grandmaster among players who keep to no conventions: each of its turns."""
    rng, thinker = random.Random(seed), Grandmaster(seed)
    state = State.start(Rules.parse("original"), players, seed=seed)
    while state.turn is not None:
        action = drive(state, rng, 0.9)
        if state.turn == 0:
            choice = thinker.act(state.view(Seat(0)), state.history)
            yield state, thinker, choice
            action = choice.action
        state = state.apply(action)


def test_grandmaster_goes_on_thinking_when_the_book_is_contradicted() -> None:
    """Moves by no book at all, and hands put in another order (T9), leave no turn on which it could not
    imagine its hand."""
    misled = ordered = 0
    for players, seed in ((2, 1), (3, 2)):
        for state, thinker, _ in beside_a_stranger(players, seed):
            assert thinker.thought_ahead
            ordered += any(isinstance(event, Rearranged) for event in state.history)
            mind = PartnerThoughts.of(state.view(Seat(0)), PARTNER)
            misled += sum(
                not mind.reading.taken_for[held.id] >> face_of(state.rules, state.cards[held.id]) & 1
                for held in state.hands[0]
            )
    assert misled, "every card was what it was taken for"
    assert ordered, "no hand was put in another order"


def test_an_imagined_game_shows_the_seat_just_what_it_has_seen() -> None:
    """The imagined hand goes with the words of all clues and with every card in sight, whatever was done; and
    the readings of the others were made by seeing it."""
    for players, seed in ((2, 3), (3, 4)):
        for state, thinker, _ in beside_a_stranger(players, seed):
            view, searcher = state.view(Seat(0)), thinker._searcher
            assert searcher is not None
            desk = record_of(Desk, searcher._desk)
            if desk.games:
                imagined = _told_with(desk, searcher, state)
                assert imagined.view(Seat(0)) == view
                readings = record_of(PartnerMind, np.array(desk.mind)[: words_of(PartnerMind)]).public.reading
                for held in view.my_hand:
                    face = face_of(view.rules, imagined.cards[held.id])
                    assert {int(readings[other].face_of[held.id]) for other in range(1, players)} == {face}
                    assert readings[0].face_of[held.id] == UNSEEN


def _told_with(desk: Desk, searcher: Searcher, state: State) -> State:
    """The game so far, with the cards that were imagined last."""
    start, cards = searcher._layout.block("deck").start, state.rules.tables.cards
    words = [int(desk.row[start + word]) for word in range(len(state.cards) // 8 + 1)]
    deck = [cards[words[place // 8] >> place % 8 * 8 & 255] for place in range(len(state.cards))]
    imagined = State.start(state.rules, state.players, deal=Deal(tuple(deck)), first=state.first)
    for action in past_of(state.view(Seat(0)), orders=True) or []:
        imagined = imagined.apply(parse_action(action))
    return imagined


def test_beside_strangers_nothing_depends_on_hidden_cards_either() -> None:
    """S4: the no-cheating law where the book is contradicted."""
    rng = random.Random(2)
    for state, _, choice in beside_a_stranger(3, 5):
        if rng.random() < 0.2:
            other = another_truth(state, [0], rng)
            assert Grandmaster(5).act(other.view(Seat(0)), other.history) == choice


def test_without_a_hand_that_may_be_grandmaster_moves_as_partner_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = State.start(Rules.parse("original"), 2, seed=3)
    thinker = Grandmaster(0)
    thinker.act(state.view(Seat(0)), ())
    blank = Thought("p1", "p1", (), misled=False, games=0, rollouts=0, seconds=0.0, blank=True)
    monkeypatch.setattr(Searcher, "think", lambda *_arguments, **_options: blank)
    choice = thinker.act(state.view(Seat(0)), ())
    assert choice.action == find_bot("partner", "hanabi").sit(0).choose(state.view(Seat(0))).action
    assert not thinker.thought_ahead
    assert "I could not imagine a hand" in say_all(choice.secret)


def test_partner_s_move_is_kept_unless_another_is_clearly_better() -> None:
    """Beside strangers, too: what was chosen instead did better by more than chance explains."""
    left = 0
    for state, thinker, choice in beside_a_stranger(2, 6):
        usual = find_bot("partner", "hanabi").sit(0).choose(state.view(Seat(0))).action
        if choice.action != usual:
            left += 1
            assert thinker._searcher is not None
            desk = record_of(Desk, thinker._searcher._desk)
            trial = desk.trials[thinker._searcher.actions.number(str(choice.action), 0)]
            mean = trial.gain / desk.games
            error = ((trial.squares / desk.games - mean**2) / desk.games) ** 0.5
            assert mean > 10
            assert mean > 2 * error
            assert say_all(choice.secret).count("My first choice was") == 1
    assert left


def test_who_does_not_keep_to_the_sums_is_noticed() -> None:
    """A false sum makes a card look playable that is not; when it is laid, search knows."""
    for seed in range(40):
        state = State.start(Rules.parse("original"), 2, seed=seed)
        for clue in state.actions()[10:]:
            after = state.apply(clue)
            view = after.view(Seat(1))
            deal = imagined_deal(view)
            assert deal is not None
            thinker = Searcher("hat", after.rules, 2, QUICK)
            thought = thinker.think(deal, 0, 1, past_of(view) or [])
            assert not thought.misled
            slot = int(thought.usual[1:]) if thought.usual[0] == "p" else 0
            if slot and not after.tables.fits(after.displays, after.cards[after.hands[1][slot - 1].id]):
                shown = after.apply(Play(slot)).view(Seat(0))
                deal = imagined_deal(shown)
                assert deal is not None
                assert thinker.think(deal, 0, 0, past_of(shown) or []).misled
                return
    pytest.fail("no clue misleads anybody")


def test_a_hand_put_in_another_order_ends_the_thinking_not_the_game() -> None:
    state = State.start(Rules.parse("original+rearrange=always"), 2, seed=1)
    state = state.apply(Rearrange(Seat(0), (2, 1, 3, 4, 5)))
    assert past_of(state.view(Seat(0))) is None
    assert find_bot("search", "hanabi").sit(0).choose(state.view(Seat(0))).action in state.actions()


def in_the_middle(seed: int) -> State:
    """A position whose history does not go back to the deal: two cards laid, one discarded, one clue told."""
    state, rng = State.start(Rules.parse("original+rearrange=never"), 3, seed=seed), random.Random(seed)
    gone = ["r1", "r2", "y1"]
    deck = list(state.cards[state.drawn :])
    for card in gone:
        deck.remove(Card(card))
    hand = state.hands[0]
    marked = (hand[0]._replace(yes=state.cards[hand[0].id][1]), *hand[1:])
    displays = tuple(2 if suit.letter == "r" else 0 for suit in state.rules.suits)
    state = replace(
        state,
        hands=(marked, *state.hands[1:]),
        cards=(*state.cards[: state.drawn], *deck),
        displays=displays,
        discards=(Card("y1"),),
        clues=6,
    )
    for _ in range(3):
        state = state.apply(drive(state, rng, 1.0))
    return state


def test_grandmaster_thinks_in_a_position_that_begins_in_the_middle_of_a_game() -> None:
    thought = 0
    for seed in range(20, 40):
        try:
            state = in_the_middle(seed)
        except ValueError:
            # One of the cards that shall be gone lies in a hand.
            continue
        thinker = Grandmaster(0)
        assert state.turn == 0
        choice = thinker.act(state.view(Seat(0)), state.history)
        assert choice.action in state.actions()
        assert thinker.thought_ahead
        searcher = thinker._searcher
        assert searcher is not None
        desk = record_of(Desk, searcher._desk)
        if desk.games:
            thought += 1
            row = np.array([desk.row[word] for word in range(searcher._layout.length)])
            facts = read_facts(row, state.rules, searcher._layout)
            assert (facts.displays, facts.clues, facts.strikes) == (
                state.displays,
                state.clues,
                state.strikes,
            )
            assert sorted(facts.discards) == sorted(state.discards)
            assert len(facts.deck) == len(state.cards) - state.drawn
            assert facts.hands[1:] == tuple(
                tuple(state.cards[held.id] for held in hand) for hand in state.hands[1:]
            )
            assert all(card in may for card, may in zip(facts.hands[0], facts.possible[0], strict=True))
            for held, card in zip(state.hands[0], facts.hands[0], strict=True):
                assert set(held.yes) <= set(card)
    assert thought > 3


def test_a_position_that_begins_with_hands_that_are_not_full_is_played_by_the_book() -> None:
    """Which card is which cannot be told then."""
    state, rng = State.start(Rules.parse("original"), 2, seed=1), random.Random(1)
    while not any(state.displays):
        state = state.apply(drive(state, rng, 0.9))
    assert state.turn is not None
    view = replace(state.view(state.turn), history=())
    thinker = Grandmaster(0)
    assert thinker.act(view, ()) == find_bot("partner", "hanabi").sit(0).choose(view)
    assert not thinker.thought_ahead


def test_a_bot_says_whether_it_thought_about_its_last_move() -> None:
    """A hand in another order is beyond it."""
    state = State.start(Rules.parse("original+rearrange=always"), 2, seed=1)
    thinker = Search(1)
    thinker.act(state.view(Seat(0)), ())
    assert thinker.thought_ahead
    state = state.apply(Rearrange(Seat(0), (2, 1, 3, 4, 5)))
    thinker.act(state.view(Seat(0)), state.history)
    assert not thinker.thought_ahead


def test_a_thought_tells_what_it_found_and_keeps_to_its_time() -> None:
    state = State.start(Rules.parse("original"), 2, seed=2)
    view = state.view(Seat(0))
    deal = imagined_deal(view)
    assert deal is not None
    shares: list[float] = []
    thinker = Searcher("hat", state.rules, 2, SearchTerms(samples=200, interval=20))
    thought = thinker.think(deal, 0, 0, [], progress=shares.append)
    assert shares == sorted(shares)
    assert thought.usual in {str(action) for action in state.actions()}
    assert thought.games <= 200
    assert thought.rollouts > thought.games
    short = thinker.think(deal, 0, 0, [], seconds=0.0)
    assert short.games <= 20


def test_with_bonus_tiles_grandmaster_plays_by_the_book() -> None:
    for number, (state, choice) in enumerate(moments("grandmaster", "deluxe+flamboyants", 3, 5)):
        assert state.turn is not None
        if number % 5 == 0:
            assert choice == find_bot("partner", "hanabi").sit(0).choose(state.view(state.turn))


@pytest.mark.parametrize("name", SEARCHERS)
def test_what_was_imagined_is_told_after_the_game(name: str) -> None:
    choices = [choice for _, choice in moments(name, "original", 2, 9)]
    assert all(bool(choice.reason) == (name != "search") for choice in choices)
    assert all(choice.secret for choice in choices if not choice.reason)
    assert any("imagined" in say_all(choice.secret) for choice in choices)
    assert not any("imagined" in say_all(choice.reason) for choice in choices)
    german = Reader("de", ("Ann", "Bob"), seat=0)
    assert any("Ich habe für jeden Zug" in say_all(choice.secret, german) for choice in choices)


def test_moves_are_compared_in_words() -> None:
    options = (TriedAction("p1", 0.523, 0.1, Ends(0.4, 0.0)), TriedAction("cAr", 0.2, 0.1))
    rules = Rules.of("original")
    thought = Thought(
        "p1", "cBb", options, misled=False, games=120, rollouts=9, seconds=1.0, ends=Ends(0.25, 0.05)
    )
    bob = Reader("en", ("Ann", "Bob"), seat=1)
    assert say_all(what_was_imagined(thought, rules), bob) == (
        "My first choice was “tell you about blue”, but I thought ahead. "
        "I imagined 120 games for each move: hands that I may hold, played on by our conventions. "
        "“play slot 1” did 0.52 better than “tell you about blue” (± 0.10). "
        "With “play slot 1” 40\u00a0% of these games were perfect, with “tell you about blue” 25\u00a0%. "
        "With “play slot 1” 0\u00a0% of these games were lost, with “tell you about blue” 5\u00a0%."
    )
    assert "took clues at their word" in say_all(what_was_imagined(thought, rules, unsure=True), bob)
    assert say_all(what_was_imagined(replace(thought, action="cBb"), rules), Reader("de", bob.names)) == (
        "Ich habe für jeden Zug 120 Partien durchgespielt: mit Karten, die ich haben kann, und nach unseren "
        "Konventionen bis zum Ende. "
        "Nichts war deutlich besser als „Hinweis für Bob: Blau“; am nächsten kam „Karte 1 ausspielen“."
    )
    alone = replace(thought, action="cBb", options=())
    assert say_all(what_was_imagined(alone, rules), bob).endswith(
        "Nothing else came near “tell you about blue”."
    )
    assert not list(what_was_imagined(replace(thought, games=0), rules))
