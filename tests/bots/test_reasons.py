"""What bots say about their moves: to the receiver of a clue, to another reader, to a spectator."""

from __future__ import annotations

import random
import re
from math import inf, nan
from typing import Any

import pytest

from tamaya.bots import Bot, Choice, all_bots, ask, bot, find_bot
from tamaya.bots.partner import choose_action, explain_action, understood
from tamaya.bots.partner.mind import Mind
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.engine import Action, Back, Clue, Play, State, View
from tamaya.records import ANDREWZ, AnyPosition, game_kind
from tamaya.rules import Card, ImpossibleTable, Rules, Seat
from tamaya.words import LANGUAGES, Message, Reader, Said, as_it_stands, knows, say, say_all
from tests.helpers import table
from tests.laws.strategies import another_truth

NAMES = ("Ann", "Bob", "Cid")
TAMAYA = STYLES["tamaya"]
ALL_STYLES = pytest.mark.parametrize(
    "style",
    [
        PARTNER,
        *(
            style if name in ("plain", "tamaya", "h-group-5") else pytest.param(style, marks=pytest.mark.slow)
            for name, style in STYLES.items()
        ),
    ],
    ids=["partner", *STYLES],
)
NOTATION = re.compile(r"\b([rgbywm][1-5]|[cpdf][A-E]?[1-5rgbyw])\b")


def readers(language: str) -> tuple[Reader, Reader, Reader]:
    """Bob, Cid and a spectator."""
    return Reader(language, NAMES, 1), Reader(language, NAMES, 2), Reader(language, NAMES)


CLUES = {
    "play": (
        Clue(Seat(1), "r"),
        "Please play slot 3: the newest card I touched that can fit.",
        "A play clue for Bob’s slot 3: the newest card I touched that can fit.",
        "Bitte spiel Karte 3: die neueste der genannten Karten, die passen kann.",
        "Bob soll Karte 3 spielen: die neueste der genannten Karten, die passen kann.",
    ),
    "sure": (
        Clue(Seat(1), "1"),
        "Now you know that your slot 2 fits.",
        "Now Bob knows that slot 2 fits.",
        "Jetzt weißt du, dass Karte 2 passt.",
        "Jetzt weiß Bob, dass Karte 2 passt.",
    ),
    "save": (
        Clue(Seat(1), "5"),
        "A save: your next discard, slot 1, may be the last of its kind.",
        "A save: Bob’s next discard, slot 1, may be the last of its kind.",
        "Zur Rettung: Karte 1, die du als Nächstes abwerfen würdest, ist vielleicht die letzte ihrer Art.",
        "Zur Rettung: Karte 1, die Bob als Nächstes abwerfen würde, ist vielleicht die letzte ihrer Art.",
    ),
    "plain": (
        Clue(Seat(1), "4"),
        "Just so you know; nothing to play yet.",
        "Just so Bob knows; nothing to play yet.",
        "Nur damit du es weißt; zu spielen gibt es noch nichts.",
        "Nur damit Bob es weiß; zu spielen gibt es noch nichts.",
    ),
}


@pytest.mark.parametrize("clue", CLUES)
def test_partner_speaks_to_the_receiver_of_a_clue(clue: str) -> None:
    action, *expected = CLUES[clue]
    game = table("displays r1", "Ann", "Bob b5 w1 r2 b4 y4", "Cid", rules="original")
    reason = explain_action(game.view("Ann"), action, TAMAYA).reason
    receiver, other, german, german_other = expected
    assert [say_all(reason, reader) for reader in readers("en")] == [receiver, other, other]
    assert [say_all(reason, reader) for reader in readers("de")] == [german, german_other, german_other]
    for language in LANGUAGES:
        to_receiver, to_teammate, to_spectator = (say_all(reason, reader) for reader in readers(language))
        assert "Bob" not in to_receiver
        assert "Bob" in to_teammate
        assert to_teammate == to_spectator


def test_partner_names_the_giver_of_the_clue_that_it_follows() -> None:
    game = table("displays r1", "Ann", "Bob r4 w3 r2 b4 y5", "Cid", rules="original")
    game.clue("Bob", "r")
    reason, sure = choose_action(game.view("Bob"), TAMAYA).reason
    ann = Reader("en", NAMES, 0)
    assert say(reason, ann) == "You told me about red: a play clue for my slot 3."
    assert say(reason, Reader("en", NAMES)) == "Ann told me about red: a play clue for my slot 3."
    assert say(reason, Reader("de", NAMES, 0)) == "Du hast mir Rot genannt, also soll ich Karte 3 spielen."
    assert say(reason, Reader("de", NAMES)) == "Ann hat mir Rot genannt, also soll ich Karte 3 spielen."
    assert say(sure, ann) == "It should be the red 2, if all keep to the conventions."
    assert say(sure, Reader("de")) == "Es sollte Rot 2 sein, wenn sich alle an die Konventionen halten."


def test_partner_names_cards_in_words() -> None:
    game = table("displays b4", "Ann", "Bob b5 w3 r4 y4 y3", rules="original")
    game.clue("Bob", 5)
    game.discard(5)
    game.clue("Bob", "b")
    choice = choose_action(game.view("Bob"), TAMAYA)
    assert choice.action == Play(1)
    assert say_all(choice.reason) == "My slot 1 is the blue 5, and blue needs its 5. That is certain."
    assert (
        say_all(choice.reason, Reader("de"))
        == "Meine Karte 1 ist Blau 5, und Blau braucht die 5. Das ist sicher."
    )
    own = choice.secret[0]
    assert say(own) == "By what I see, my slot 1 is the blue 5."
    assert say(own, Reader("de")) == "Nach dem, was ich sehe, kann meine Karte 1 nur Blau 5 sein."


def test_partner_says_how_it_understood_a_clue() -> None:
    game = table("displays r1", "Ann", "Bob r4 w3 r2 b4 y5", "Cid", rules="original")
    game.clue("Bob", "r")
    [reading] = understood(game.spectate(), TAMAYA)
    bob, cid, _ = readers("en")
    meaning = "a play clue for slot 3, the newest of them that may fit."
    assert say(reading, bob) == f"Ann told you about red: {meaning}"
    assert say(reading, cid) == f"Ann told Bob about red: {meaning}"
    german, _, _ = readers("de")
    assert say(reading, german) == (
        "Ann hat dir Rot genannt: Karte 3 soll gespielt werden, die neueste davon, die passen kann."
    )


def test_partner_says_which_card_it_returns() -> None:
    game = table("displays r1", "Ann r2", "Bob", rules="deluxe+flamboyants", discards="b4")
    said = explain_action(game.view("Ann"), Back(Card("b4"))).reason
    assert say_all(said) == "Of the discarded cards, the blue 4 helps us most."


def test_hat_tells_its_sum_and_the_parts_of_it_afterwards() -> None:
    state = State.start(Rules.of("original"), 3, seed=1)
    choice = find_bot("hat", "hanabi").sit(0).choose(state.view(Seat(0)))
    assert choice.reason == ()
    total, parts = choice.secret
    bob, cid, spectator = (say(parts, reader) for reader in readers("en"))
    assert re.fullmatch(r"The parts of the sum: you \d+, Cid \d+\.", bob)
    assert re.fullmatch(r"The parts of the sum: Bob \d+, you \d+\.", cid)
    assert re.fullmatch(r"The parts of the sum: Bob \d+, Cid \d+\.", spectator)
    german, _, _ = readers("de")
    assert re.fullmatch(r"Die Teile der Summe: du \d+, Cid \d+\.", say(parts, german))
    assert re.fullmatch(r"Die Summe ist \d+ von \d+: Alle ziehen ab, was sie sehen\.", say(total, german))


def test_foresight_tells_afterwards_how_often_it_won() -> None:
    view = game_kind(ANDREWZ).start(3, seed=1).view(Seat(0))
    choice = find_bot("foresight", "andrewz").sit(1).choose(view)
    assert choice.reason == ()
    assert re.fullmatch(r"Of the games that I imagined, it won about \d+\xa0%\.", say_all(choice.secret))
    assert re.fullmatch(
        r"Von den Partien, die ich durchgespielt habe, hat das etwa \d+\xa0% gewonnen\.",
        say_all(choice.secret, Reader("de")),
    )


@pytest.mark.parametrize(
    ("name", "rules", "players"),
    [
        ("partner", "deluxe+avalanche+black-powder+flamboyants", 3),
        ("partner", "rnr+variant-3", 4),
        ("hat", "deluxe", 4),
        ("hat", "deluxe+avalanche", 3),
        ("foresight", ANDREWZ, 3),
    ],
)
def test_all_that_a_bot_says_is_said_in_every_language(name: str, rules: str, players: int) -> None:
    """Without a code, an open place, a card or an action in notation."""
    kind = game_kind(rules)
    position: AnyPosition = kind.start(players, seed="reasons")
    seats = [find_bot(name, kind.game).sit(seat) for seat in range(players)]
    heard: set[str] = set()
    while position.turn is not None:
        answer = ask(seats[position.turn], position.view(position.turn, NAMES))
        assert not answer.fault
        for message in (*answer.choice.reason, *answer.choice.secret):
            heard.add(message.code)
            assert knows(message.code)
            sentences = [say(message, Reader(language, (*NAMES, "Dee"), 1)) for language in LANGUAGES]
            assert len(set(sentences)) == len(LANGUAGES)
            for said in sentences:
                assert said.endswith((".", "!", "。")), said
                assert not NOTATION.search(said), said
                assert "{" not in said
        position = position.apply(answer.choice.action)
    assert heard


# Hidden information.


@ALL_STYLES
@pytest.mark.parametrize(("rules", "players"), [("original", 2), ("deluxe+avalanche+flamboyants", 4)])
def test_what_partner_says_aloud_tells_nobody_about_their_own_cards(
    style: Style, rules: str, players: int
) -> None:
    """S4: the bot sees the hand of every reader. Whatever it does, and whatever a reader holds, it gives the
    same reason for what looks the same to the reader."""
    rng = random.Random(7)
    state = State.start(Rules.parse(rules), players, seed=7)
    compared = 0
    while state.turn is not None and compared < 60:
        mover = state.turn
        for action in rng.sample(state.actions(), min(3, len(state.actions()))):
            for reader in range(players):
                other = another_truth(state, [reader], rng) if reader != mover else state
                if other.is_legal(action) and state.apply(action).history == other.apply(action).history:
                    one, two = (explain_action(truth.view(mover), action, style) for truth in (state, other))
                    if takes_at_word(state, style) == takes_at_word(other, style):
                        assert (one.reason, one.conventions) == (two.reason, two.conventions)
                        compared += reader != mover
        usual = rng.random() < 0.9
        chosen = choose_action(state.view(mover), style).action if usual else rng.choice(state.actions())
        state = state.apply(chosen)
    assert compared > 50


def takes_at_word(state: State, style: Style) -> list[int]:
    """By which book the mover supposes each seat to play. It says so: the one thing that it tells beyond what
    all can see."""
    assert state.turn is not None
    return list(Mind.of(state.view(state.turn), style).reading.books)


@ALL_STYLES
def test_what_partner_says_aloud_is_the_same_whatever_all_players_hold(style: Style) -> None:
    """S4: no hand is looked at, so all hands may be dealt again at once."""
    rng = random.Random(3)
    state = State.start(Rules.parse("original"), 3, seed=5)
    compared = 0
    while state.turn is not None and compared < 60:
        action = choose_action(state.view(state.turn), style).action
        for _ in range(3):
            other = another_truth(state, [0, 1, 2], rng)
            alike = other.is_legal(action) and state.apply(action).history == other.apply(action).history
            if alike and takes_at_word(state, style) == takes_at_word(other, style):
                one, two = (explain_action(truth.view(state.turn), action, style) for truth in (state, other))
                assert (one.reason, one.conventions) == (two.reason, two.conventions)
                compared += 1
        state = state.apply(action)
    assert compared > 15


@pytest.mark.parametrize("name", ["careful", "hat"])
def test_what_a_bot_says_aloud_tells_nobody_about_their_own_cards(name: str) -> None:
    """S4: a reader whose cards were other ones, and who sees the same move, hears the same reason."""
    rng = random.Random(5)
    mover = find_bot(name, "hanabi")
    compared = 0
    for seed in range(5):
        state = State.start(Rules.parse("deluxe"), 3, seed=seed)
        while state.turn is not None:
            other = another_truth(state, [(state.turn + 1) % 3], rng)
            one, two = (mover.sit(1).choose(truth.view(state.turn)) for truth in (state, other))
            after = state.apply(one.action)
            if one.action == two.action and after.history == other.apply(one.action).history:
                assert one.reason == two.reason
                compared += 1
            state = after
    assert compared > 30


# Bots of other packages.


@pytest.mark.parametrize("text", ["home.title", "{slot}", "It {fits", "}", "why.partner.fits", "Because."])
def test_a_text_is_said_as_it_stands_in_every_language(text: str) -> None:
    choice = Choice(Play(1), text, text)
    for language in LANGUAGES:
        assert say_all(choice.reason, Reader(language)) == text
        assert say_all(choice.secret, Reader(language)) == text


@pytest.mark.parametrize("said", ["", "  \n", ()])
def test_nothing_said_is_no_message(said: Said) -> None:
    assert Choice(Play(1), said).reason == ()


def test_a_text_is_said_in_one_line() -> None:
    assert say_all(Choice(Play(1), "one\n  two\tthree ").reason) == "one two three"


def test_a_choice_takes_one_message_or_several() -> None:
    one, two = Message("why.only-move"), Message("why.hat.no-need")
    assert Choice(Play(1), one).reason == (one,)
    assert Choice(Play(1), [one, two], iter([two])).reason == (one, two)
    assert Choice(Play(1), secret=iter([two])).secret == (two,)


@pytest.mark.parametrize(
    "message",
    [
        Message("why.partner.fits"),
        Message("why.partner.useless", slot=nan),
        Message("why.partner.useless", slot=inf),
        Message("said.text", text="\ud800"),
        Message("why.partner.useless", slot=object()),  # type: ignore[arg-type]
        "no message",
    ],
    ids=["fields", "nan", "infinite", "letters", "object", "text"],
)
def test_a_message_that_cannot_be_said_or_sent_is_a_fault(message: Any) -> None:
    def babbles(view: Any) -> Choice[Action]:
        return Choice(view.actions[0], secret=[message])

    view = State.start(Rules.of("deluxe"), 2, seed=1).view(Seat(0))
    answer = ask(Bot("babbler", "hanabi", as_it_stands("Babbles."), babbles).sit(1), view)
    assert "babbler failed" in str(answer.fault)
    assert answer.choice.reason == (Message("why.no-answer"),)


# What bots are, and where they cannot play.


def test_every_bot_of_ours_says_in_every_language_what_it_does() -> None:
    for row in all_bots():
        said = {say(row.summary, Reader(language)) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), row.name


def test_the_refusal_of_a_table_is_said_in_the_readers_language() -> None:
    with pytest.raises(ImpossibleTable) as caught:
        find_bot("hat", "hanabi").check(None, 3)
    assert str(caught.value) == "the bot hat cannot play here: hat plays the co-operative game"
    assert say(caught.value.message, Reader("de")) == (
        "Der Bot hat kann hier nicht spielen: hat spielt nur kooperative Partien"
    )


@pytest.mark.parametrize(
    ("why", "found"),
    [
        ("too loud", as_it_stands("too loud")),
        (Message("bots.cooperative-only", bot="shy"), Message("bots.cooperative-only", bot="shy")),
        ("", None),
        (None, None),
    ],
)
def test_an_objection_may_be_a_text_or_a_message(
    why: str | Message | None, found: Message | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tamaya.bots.registry.BOTS", dict[str, Bot]())

    @bot(name="shy", objection=lambda _rules, _players: why)
    def shy(view: View) -> Action:
        return view.actions[0]

    assert find_bot("shy", "hanabi").objection(None, 2) == found
