"""What holds at every moment of every game, whatever the rules."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.engine import (
    Action,
    Back,
    Clue,
    Clued,
    Completed,
    Discard,
    Discarded,
    Encore,
    Encored,
    Ended,
    Event,
    FreeClue,
    Game,
    Outcome,
    Passed,
    Play,
    Played,
    Rearrange,
    Revealed,
    State,
    WentBack,
)
from tamaya.rules import TILES, Card, Deal, IllegalAction, Rules, Seat
from tamaya.rules.tables import new_deck
from tests.helpers import NAMES, Seed, allows, drive
from tests.laws.strategies import TABLES, arbitrary_actions, games

BONUS_TABLES = [pair for pair in TABLES if Rules.parse(pair[0]).bonus]
FLOURISH_TABLES = [pair for pair in TABLES if Rules.parse(pair[0]).flourish]


def cards_on_displays(state: State) -> list[Card]:
    return [
        Card(f"{suit.letter}{rank}")
        for suit, laid in zip(state.rules.suits, state.displays, strict=True)
        for rank in suit.order[:laid]
    ]


@given(games())
def test_no_card_is_lost_or_made(seed: Seed) -> None:
    """S1, T4, T5, L6, L7."""
    for state in seed.moments():
        held = [state.cards[card.id] for cards in state.hands for card in cards]
        everywhere = Counter([*held, *cards_on_displays(state), *state.discards, *state.cards[state.drawn :]])
        assert everywhere == Counter(new_deck(state.rules.suits))


@given(games())
def test_the_views_of_all_seats_are_those_of_each(seed: Seed) -> None:
    """S4."""
    for state in seed.moments():
        names = NAMES[: state.players]
        assert state.views(names) == tuple(state.view(Seat(seat), names) for seat in range(state.players))


@given(games())
def test_a_card_is_in_one_place(seed: Seed) -> None:
    """S1."""
    for state in seed.moments():
        ids = [card.id for cards in state.hands for card in cards]
        assert len(set(ids)) == len(ids)
        assert all(0 <= card_id < state.drawn for card_id in ids)


@given(games())
def test_tokens_strikes_hands_and_displays_stay_in_range(seed: Seed) -> None:
    """S2, S3, T6, T7, L8."""
    for state in seed.moments():
        assert 0 <= state.clues <= state.rules.clues
        assert 0 <= state.strikes <= state.rules.strikes
        assert all(len(cards) <= state.full_hand for cards in state.hands)
        assert all(0 <= laid <= state.tables.ranks for laid in state.displays)
        assert state.turns_left is None or 0 <= state.turns_left <= state.players
        assert (state.turn is None) == state.over
        assert (state.strikes == state.rules.strikes) <= state.over


@given(games())
def test_a_hand_is_full_while_there_are_cards_to_draw(seed: Seed) -> None:
    """T4, T5, E3, F3."""
    for state in seed.moments():
        if state.deck_size and state.turns_left is None and state.tile is None and not state.over:
            refilled = any(isinstance(event, WentBack) for event in state.history)
            assert refilled or all(len(cards) == state.full_hand for cards in state.hands)


@given(games())
def test_every_mark_is_true(seed: Seed) -> None:
    """T2, T9."""
    for state in seed.moments():
        for cards in state.hands:
            for held in cards:
                assert allows(state.tables, state.cards[held.id], held.yes, held.no)
                assert len(set(held.yes + held.no)) == len(held.yes + held.no)


@given(games())
def test_every_game_ends(seed: Seed) -> None:
    """E1, E2, E3, F3."""
    turns = sum(not isinstance(action, Rearrange) for _, action, _ in seed.play())
    rules = Rules.parse(seed.rules)
    cards = rules.deck_size + 1
    tokens = rules.clues + cards + len(rules.suits) + 2
    choices = 4
    assert turns <= cards + tokens + choices


@given(games())
def test_somebody_can_always_act(seed: Seed) -> None:
    """T1, F3."""
    for state in seed.moments():
        assert bool(state.actions()) is not state.over


@given(st.one_of(games(), games(BONUS_TABLES, least_skill=0.8)))
def test_what_the_table_saw_explains_what_lies_on_it(seed: Seed) -> None:
    """T2, T4, T5, T7, E2, L1, L2, L3, L4, L7, L8."""
    start = seed.start()
    clues, strikes, tiles = start.rules.clues, 0, len(start.tiles)
    laid: dict[str, int] = {suit.letter: 0 for suit in start.rules.suits}
    *_, last = seed.moments()
    for number, event in enumerate(last.history):
        match event:
            case Clued(free=False):
                clues -= 1
            case Discarded():
                clues = min(clues + 1, start.rules.clues)
            case Played(card=card, fits=True) | Encored(card=card, fits=True):
                laid[card.suit] += 1
            case Played(fits=False):
                strikes += 1
            case Revealed(tile=tile):
                tiles -= 1
                strikes = max(0, strikes - (tile is TILES["repair"]))
                clues = min(clues + (tile in (TILES["clue"], TILES["repair"])), start.rules.clues)
            case Completed(suit=letter, token=token):
                suit = next(suit for suit in start.rules.suits if suit.letter == letter)
                over = all(count == last.tables.ranks for count in laid.values())
                tile_is_due = bool(tiles) and suit.order[-1] == last.tables.ranks and not over
                assert isinstance(last.history[number + 1], Revealed) is tile_is_due
                assert token is (clues < start.rules.clues and not over and not tile_is_due)
                clues += token
            case _:
                pass
    assert (clues, strikes, tiles) == (last.clues, last.strikes, len(last.tiles))
    assert tuple(laid.values()) == last.displays


@given(games(FLOURISH_TABLES, least_skill=0.8))
def test_a_flourish_is_lost_when_the_last_copy_is_gone_and_not_before(seed: Seed) -> None:
    """F1, F4."""
    for state in seed.moments():
        laid = set(cards_on_displays(state))
        gone = [
            card
            for card, n in state.tables.supply.items()
            if card not in laid and state.discards.count(card) == n
        ]
        assert bool(gone) <= state.over
        if state.result is not None and state.result.outcome is Outcome.LOST:
            assert gone or state.strikes == state.rules.strikes


@given(games())
def test_a_result_fits_its_outcome(seed: Seed) -> None:
    """E1, E2, E4, F2."""
    *_, last = seed.moments()
    result = last.result
    assert result is not None
    assert result.counted == last.score == last.tables.score(last.displays)
    match result.outcome.value:
        case "lost":
            assert result.score == 0
            assert last.strikes == last.rules.strikes or last.rules.flourish
        case "perfect":
            assert result.score == last.tables.most
            assert last.tables.complete(last.displays)
        case "counted":
            assert result.score == result.counted < last.tables.most
            assert not last.rules.flourish
            assert last.turns_left == 0
    # The scale of abacus begins at no points at all; elsewhere a lost game has no grade.
    lost = result.outcome.value == "lost" and last.rules.edition != "abacus"
    assert (result.grade(last.rules) is None) == (last.rules.flourish or lost)


@given(games())
def test_the_turn_goes_clockwise_and_nobody_is_passed_over_who_could_act(seed: Seed) -> None:
    """T1, F3, L8."""
    for before, action, after in seed.play():
        seen = after.history[len(before.history) :]
        passed = [event for event in seen if isinstance(event, Passed)]
        assert before.turn is not None
        if after.turn is None:
            continue
        if isinstance(action, Rearrange) or after.tile is not None:
            assert after.turn == before.turn
        else:
            assert after.turn == (before.turn + 1 + len(passed)) % before.players
        for step in range(len(passed)):
            assert not after.hands[(before.turn + 1 + step) % before.players]


@given(games())
def test_an_applied_action_leaves_the_old_state_alone(seed: Seed) -> None:
    """T1."""
    kept: list[tuple[State, str, int]] = []
    for before, _, _ in seed.play():
        if len(kept) < 40:
            kept.append((before, repr(before), hash(before.cards)))
    for state, text, faces in kept:
        assert repr(state) == text
        assert hash(state.cards) == faces


@given(games())
def test_undo_is_exact(seed: Seed) -> None:
    """T1."""
    rng = random.Random(seed.driver)
    start = seed.start()
    game = Game(NAMES[: seed.players], seed.rules, seed=seed.deal, first=NAMES[start.first])
    assert game.state == start
    states: list[State] = []
    actions: list[Action] = []
    while not game.over:
        states.append(game.state)
        actions.append(drive(game.state, rng, seed.skill))
        game.do(actions[-1])
    for state, action in zip(reversed(states), reversed(actions), strict=True):
        assert game.undo() == action
        assert game.state == state
    assert game.actions == ()


@given(games(), st.integers(0, 200))
def test_what_was_undone_can_be_done_again(seed: Seed, back: int) -> None:
    """T1."""
    start = seed.start()
    game = Game(NAMES[: seed.players], seed.rules, seed=seed.deal, first=NAMES[start.first])
    for _, action, _ in seed.play():
        game.do(action)
    end = game.state
    undone = [game.undo() for _ in range(min(back, len(game.actions)))]
    for action in reversed(undone):
        game.do(action)
    assert game.state == end


@given(games())
def test_the_same_seed_gives_the_same_game(seed: Seed) -> None:
    """S1."""
    assert list(seed.moments()) == list(seed.moments())


@given(games())
def test_the_same_deal_and_actions_give_the_same_game(seed: Seed) -> None:
    """S1, L6."""
    start = seed.start()
    deal = Deal(start.cards, start.tiles, start.salt)
    state = State.start(start.rules, start.players, deal=deal, first=start.first)
    assert state == start
    for _, action, after in seed.play():
        state = state.apply(action)
        assert state == after


@given(games(), st.integers(0, 200), st.lists(arbitrary_actions(), min_size=1, max_size=30))
def test_an_action_is_legal_or_refused_and_then_changes_nothing(
    seed: Seed, moment: int, tried: list[Action]
) -> None:
    """T1."""
    states = list(seed.moments())
    state = states[min(moment, len(states) - 1)]
    before = repr(state)
    for action in tried:
        if state.is_legal(action):
            assert state.apply(action) != state
        else:
            with pytest.raises(IllegalAction) as refusal:
                state.apply(action)
            assert str(refusal.value.why)
        assert repr(state) == before


def candidates(state: State) -> list[Action]:
    """Every action that takes a turn or decides on a tile, sense or not."""
    told = [*(suit.letter for suit in state.rules.suits), *"123456789", "x", ""]
    seats = [Seat(seat) for seat in range(-1, min(state.players + 1, 10))]
    found: list[Action] = [kind(slot) for kind in (Play, Discard) for slot in range(-1, 12)]
    found += [kind(seat, clue) for kind in (Clue, FreeClue) for seat in seats for clue in told]
    found += [kind(card) for kind in (Back, Encore) for card in (*state.tables.cards, Card("x1"))]
    return found


@given(games())
def test_the_legal_actions_are_listed_all_and_once(seed: Seed) -> None:
    """T1, T2, T3, T4, L4, L5, L6, L7."""
    for count, state in enumerate(seed.moments()):
        if count % 4 and state.tile is None and state.turns_left is None:
            continue
        listed = state.actions()
        assert len(set(listed)) == len(listed)
        assert set(listed) == {action for action in candidates(state) if state.is_legal(action)}


@given(games())
def test_a_view_lists_the_actions_of_its_seat(seed: Seed) -> None:
    """T1."""
    for state in list(seed.moments())[::5]:
        for seat in range(state.players):
            view = state.view(Seat(seat))
            assert view.actions == (state.actions() if seat == state.turn else ())
            assert view.my_turn is (seat == state.turn)


@given(st.one_of(games(), games(BONUS_TABLES, least_skill=0.8)))
def test_the_last_round_gives_everybody_one_turn(seed: Seed) -> None:
    """E3, L6, L10."""
    turns: list[Seat] = []
    for before, action, after in seed.play():
        if before.turns_left is None or isinstance(action, Rearrange) or after.tile is not None:
            continue
        assert before.turn is not None
        turns.append(before.turn)
        assert len(after.hands[before.turn]) <= len(before.hands[before.turn])
        assert after.drawn == before.drawn + (action == Play(0))
    assert len(set(turns)) == len(turns)
    *_, last = seed.moments()
    if last.turns_left == 0:
        assert len(turns) == last.players


@given(games())
def test_a_view_shows_all_hands_but_ones_own(seed: Seed) -> None:
    """S4."""
    for state in list(seed.moments())[::7]:
        for viewer in range(state.players):
            for owner, shown in enumerate(state.view(Seat(viewer)).hands):
                faces = [None if owner == viewer else state.cards[held.id] for held in state.hands[owner]]
                assert [seen.card for seen in shown] == faces
                assert [(seen.id, seen.yes, seen.no) for seen in shown] == list(state.hands[owner])


def test_the_driver_gets_everywhere() -> None:
    """A law says little about games that never come to pass."""
    kinds: Counter[str] = Counter()
    lost_tiles = rounds_with_tiles = 0
    for number, (text, players) in enumerate(TABLES):
        for skill in (0.0, 0.8, 0.95, 1.0):
            *_, last = Seed(text, players, number, number, skill).moments()
            kinds.update(describe(event) for event in last.history)
            lost_tiles += any(isinstance(event, Revealed) and event.lost for event in last.history)
            names = [type(event).__name__ for event in last.history]
            rounds_with_tiles += "LastRound" in names and "Revealed" in names[names.index("LastRound") :]
    wanted = (
        "Clued Played Discarded Completed WentBack Encored Drew Rearranged Passed LastRound"
        " Revealed/clue Revealed/repair Revealed/colour Revealed/value Revealed/back Revealed/encore"
        " Ended/perfect Ended/counted Ended/lost"
    )
    assert [kind for kind in wanted.split() if not kinds[kind]] == []
    assert lost_tiles
    assert rounds_with_tiles


def describe(event: Event) -> str:
    name = type(event).__name__
    match event:
        case Revealed(tile=tile):
            return f"{name}/{tile.id}"
        case Ended(result):
            return f"{name}/{result.outcome.value}"
        case _:
            return name
