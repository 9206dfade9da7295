"""Text in, text out: what is written reads back, and what cannot be read is refused politely."""

import string

from hypothesis import given
from hypothesis import strategies as st

from tamaya.engine import Action, parse_action
from tamaya.rules import EDITIONS, OPTIONS, PARTS, SUITS, Card, Rules, Suit, TamayaError, Unreadable
from tests.helpers import Seed
from tests.laws.strategies import games, rules, suits, writable_actions


@given(writable_actions())
def test_an_action_reads_back(action: Action) -> None:
    assert parse_action(str(action)) == action


@given(games())
def test_every_action_of_a_game_reads_back(seed: Seed) -> None:
    for before, action, _ in seed.play():
        assert parse_action(str(action)) == action
        for legal in before.actions():
            assert parse_action(str(legal)) == legal


nearly_actions = st.text("pdcofbeABJrwb0123456789 -é", max_size=8)


@given(st.one_of(st.text(), nearly_actions))
def test_any_text_is_an_action_or_unreadable(text: str) -> None:
    try:
        action = parse_action(text)
    except Unreadable:
        return
    assert parse_action(str(action)) == action


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_unreadable(text: str) -> None:
    try:
        card = Card.parse(text)
    except Unreadable:
        return
    assert str(card) == text
    assert card == f"{card.suit}{card.rank}"


words = st.sampled_from(
    [
        *EDITIONS,
        *PARTS,
        *OPTIONS,
        *SUITS,
        "letter",
        "colours",
        "named",
        "values",
        "copies",
        "builds",
        "scores",
    ]
)
values = st.sampled_from(
    [
        "yes",
        "no",
        "own",
        "all",
        "none",
        "up",
        "down",
        "cards",
        "missing",
        "32221",
        "0",
        "9",
        "always",
        "open",
        "-1",
        "",
    ]
)
marks = st.sampled_from(["+", "=", ":", ",", "-", " ", "٣", "İ", "\n", "\x00"])
fragments = st.lists(st.one_of(words, values, marks, st.text(max_size=3)), max_size=14).map("".join)
options = st.one_of(
    st.builds(
        "{}={}".format,
        st.sampled_from(sorted(OPTIONS)),
        st.one_of(values, words, st.integers(-1, 99).map(str)),
    ),
    st.builds(
        "suits={}".format,
        st.lists(
            st.one_of(words, st.builds("{}:{}={}".format, words, words, st.one_of(values, words))), max_size=5
        ).map(",".join),
    ),
    words,
)
sentences = st.builds(
    lambda edition, items: "+".join([edition, *items]),
    st.sampled_from(sorted(EDITIONS)),
    st.lists(options, max_size=4),
)


@given(st.one_of(st.text(), fragments, sentences))
def test_any_text_is_rules_or_an_error_of_the_family(text: str) -> None:
    try:
        read = Rules.parse(text)
    except TamayaError:
        return
    assert Rules.parse(str(read)) == read


@given(rules())
def test_rules_read_back(written: Rules) -> None:
    read = Rules.parse(str(written))
    assert read == written
    assert hash(read) == hash(written)
    assert str(read) == str(written)
    assert read.suits == written.suits
    assert read.differences() == written.differences()


@given(st.integers(1, 9).flatmap(suits))
def test_a_suit_reads_back(suit: Suit) -> None:
    read = Suit.parse(str(suit))
    assert read == suit
    assert hash(read) == hash(suit)


@given(rules())
def test_the_tables_of_any_rules_hang_together(written: Rules) -> None:
    """S1, T2, T6, E4."""
    tables = written.tables
    assert len(set(tables.cards)) == len(tables.cards) == len(written.suits) * tables.ranks
    assert sum(tables.copies) == written.deck_size
    assert set(tables.clues) <= set(string.ascii_lowercase + "123456789")
    assert len(set(tables.clues)) == len(tables.clues)
    for index, suit in enumerate(written.suits):
        laid = 0
        for rank in suit.order:
            fitting = [r for r in range(1, tables.ranks + 1) if tables.advance[index][laid][r - 1] >= 0]
            assert fitting == [rank]
            laid = tables.advance[index][laid][rank - 1]
        assert laid == tables.ranks
        assert tables.closing[index] == suit.order[-1]
    full = (tables.ranks,) * len(written.suits)
    assert tables.complete(full)
    assert tables.score(full) == tables.most
    assert not any(tables.fits(full, card) for card in tables.cards)


@given(rules())
def test_a_clue_about_a_named_colour_or_a_value_is_one_character(written: Rules) -> None:
    """T2, B2."""
    named = {suit.letter for suit in written.suits if suit.named}
    assert set(written.tables.colours) == named
    assert written.tables.values == tuple(str(rank) for rank in range(1, written.tables.ranks + 1))
