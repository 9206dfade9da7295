"""Games of hanab.live: the names of its variants, its options, misshapen files, there and back again."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tamaya.engine import Action, Clue, Discard, Passed, Play, Rearrange, State
from tamaya.records.hanablive import Ending, ExportedGame, Imported, export_game, import_game, replay
from tamaya.records.hanablive.variants import known_variants, suits_of, variant_for
from tamaya.rules import (
    BrokenRecord,
    Deal,
    IllegalAction,
    ImpossibleTable,
    Inexpressible,
    Rules,
    Seat,
    TamayaError,
    TamperedRecord,
)

FIELDS = ("players", "deck", "actions", "options", "seed", "type", "target", "value", "suitIndex", "rank")
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
BLACK = "black:colours=own:named=yes:copies=11111:builds=up:scores=cards"
WHITE = "white:colours=none:named=no"


def text(variant: str) -> str:
    return ",".join(map(str, suits_of(variant)))


def new_game(variant: str = "No Variant", players: int = 2, **options: Any) -> dict[str, Any]:
    """A file with a whole deck and no actions yet."""
    suits = suits_of(variant)
    cards = [
        {"suitIndex": index, "rank": rank}
        for index, suit in enumerate(suits)
        for rank, copies in enumerate(suit.copies, start=1)
        for _ in range(copies)
    ]
    return {
        "players": list(NAMES[:players]),
        "deck": random.Random(1).sample(cards, len(cards)),
        "actions": [],
        "options": {"variant": variant, **options},
    }


def played_game() -> dict[str, Any]:
    """A file of a few turns in which every kind of entry stands."""
    rules = Rules.parse("original+empty=yes+suits=red,yellow,green,blue,purple")
    actions: list[Action] = [Clue(Seat(1), "r"), Discard(2), Play(1), Clue(Seat(1), "1")]
    deal = Deal.shuffle(rules, seed=3)
    game = export_game(NAMES[:3], rules, deal, Seat(0), actions, ending=Ending(4, Seat(1)))
    return {**json.loads(json.dumps(game)), "seed": "p3v0s1"}


def playthrough(rules: Rules, players: int, first: Seat, seed: int) -> tuple[Deal, list[Action], State]:
    """A game of players who see all cards, often do well and sometimes rearrange or leave."""
    rng = random.Random(seed)
    deal = Deal.shuffle(rules, seed=seed)
    state = State.start(rules, players, deal=deal, first=first)
    actions: list[Action] = []
    leaves = rng.choice([5, 20, 1_000])
    while not state.over and len(actions) < leaves:
        action = _choose(state, rng)
        state = state.apply(action)
        actions.append(action)
    return deal, actions, state


def _choose(state: State, rng: random.Random) -> Action:
    assert state.turn is not None
    legal = state.actions()
    hand = [state.cards[held.id] for held in state.hands[state.turn]]
    if hand and state.may_rearrange(state.turn) and rng.random() < 0.3:
        return Rearrange(state.turn, tuple(rng.sample(range(1, len(hand) + 1), len(hand))))
    if Play(0) in legal and rng.random() < 0.5:
        return Play(0)
    fitting = [
        Play(slot) for slot, card in enumerate(hand, start=1) if state.tables.fits(state.displays, card)
    ]
    if fitting and rng.random() < 0.9:
        return rng.choice(fitting)
    careful = [action for action in legal if not isinstance(action, Play)]
    return rng.choice(careful if careful and rng.random() < 0.95 else legal)


class TestNamesOfVariants:
    @pytest.mark.parametrize(
        ("variant", "suits"),
        [
            ("No Variant", "red,yellow,green,blue,purple"),
            ("6 Suits", "red,yellow,green,blue,purple,teal"),
            ("4 Suits", "red,yellow,green,blue"),
            ("3 Suits", "red,green,blue"),
            ("Rainbow (6 Suits)", "red,yellow,green,blue,purple,rainbow"),
            ("Pink (5 Suits)", "red,yellow,green,blue,pink"),
            ("Black (5 Suits)", f"red,yellow,green,blue,{BLACK}"),
            ("White (4 Suits)", f"red,green,blue,{WHITE}"),
            ("Brown (3 Suits)", "red,blue,brown"),
            ("Light Pink (3 Suits)", "red,blue,light"),
            ("Rainbow & Omni (5 Suits)", "red,green,blue,rainbow,omni"),
            ("Null & Muddy Rainbow (4 Suits)", "red,blue,null,muddy"),
            ("Pink & Brown (3 Suits)", "red,pink,brown"),
            ("Dark Rainbow (6 Suits)", "red,yellow,green,blue,purple,rainbow:copies=11111"),
            (
                "Cocoa Rainbow & Gray Pink (6 Suits)",
                "red,yellow,green,blue,muddy:copies=11111,light:copies=11111",
            ),
            ("Gray (5 Suits)", "red,yellow,green,blue,gray:letter=a:colours=none:named=no:copies=11111"),
            ("Dark Pink & Dark Brown (3 Suits)", "red,pink:copies=11111,brown:copies=11111"),
            ("Dark Omni & Dark Null (3 Suits)", "red,omni:copies=11111,null:copies=11111"),
            ("Reversed (6 Suits)", "red,yellow,green,blue,purple,teal:copies=12223:builds=down"),
            ("Reversed (4 Suits)", "red,yellow,green,blue:copies=12223:builds=down"),
            ("White Reversed (3 Suits)", f"red,blue,{WHITE}:copies=12223:builds=down"),
            ("Dark Rainbow Reversed (5 Suits)", "red,yellow,green,blue,rainbow:copies=11111:builds=down"),
            (
                "White Reversed & Rainbow (5 Suits)",
                f"red,green,blue,{WHITE}:copies=12223:builds=down,rainbow",
            ),
            ("Critical Fours & Null (3 Suits)", "red:copies=32211,blue:copies=32211,null:copies=32211"),
            ("Scarce Ones & Dark Omni (3 Suits)", "red:copies=22221,blue:copies=22221,omni:copies=11111"),
            ("Special Mix (5 Suits)", f"{BLACK},rainbow,pink,{WHITE},brown"),
            ("Special Mix (6 Suits)", f"{BLACK},rainbow,pink,{WHITE},brown,null"),
            ("Valentine Mix (5 Suits)", f"red,pink,{WHITE},light,muddy:copies=11111"),
        ],
    )
    def test_a_name_stands_for_suits(self, variant: str, suits: str) -> None:
        assert text(variant) == suits

    @pytest.mark.parametrize(
        ("variant", "part"),
        [
            ("Prism (5 Suits)", "Prism"),
            ("Rainbow & Dark Prism (6 Suits)", "Dark Prism"),
            ("Prism Reversed (4 Suits)", "Prism"),
            ("Orange (3 Suits)", "Orange"),
            ("Critical Fours & Dark Orange (6 Suits)", "Dark Orange"),
            ("Rainbow-Ones (6 Suits)", "Rainbow-Ones"),
            ("Muddy-Rainbow-Fives & Black (5 Suits)", "Muddy-Rainbow-Fives"),
            ("Deceptive-Ones & White (3 Suits)", "Deceptive-Ones"),
            ("Ambiguous (6 Suits)", "Ambiguous"),
            ("Very Ambiguous & Pink (4 Suits)", "Very Ambiguous"),
            ("Extremely Ambiguous (4 Suits)", "Extremely Ambiguous"),
            ("Matryoshka & Rainbow (3 Suits)", "Matryoshka"),
            ("Dual-Color & White (4 Suits)", "Dual-Color"),
            ("Ambiguous Mix", "Ambiguous Mix"),
            ("Dual-Color Mix", "Dual-Color Mix"),
            ("Ambiguous & Dual-Color", "Ambiguous & Dual-Color"),
            ("Ambiguous & Dual-Color Mix", "Ambiguous & Dual-Color Mix"),
            ("Candy Corn Mix (6 Suits)", "Candy Corn Mix"),
            ("Holiday Mix (5 Suits)", "Holiday Mix"),
            ("RGB Mix (6 Suits)", "RGB Mix"),
            ("Clue Starved & Omni (6 Suits)", "Clue Starved"),
            ("Color Blind (6 Suits)", "Color Blind"),
            ("Number Blind (5 Suits)", "Number Blind"),
            ("Totally Blind (4 Suits)", "Totally Blind"),
            ("Color Mute (3 Suits)", "Color Mute"),
            ("Number Mute (6 Suits)", "Number Mute"),
            ("Alternating Clues & Rainbow (6 Suits)", "Alternating Clues"),
            ("Cow & Pig (6 Suits)", "Cow & Pig"),
            ("Duck (5 Suits)", "Duck"),
            ("Odds and Evens & Gray (5 Suits)", "Odds and Evens"),
            ("Synesthesia & Black (6 Suits)", "Synesthesia"),
            ("Up or Down & White (5 Suits)", "Up or Down"),
            ("Throw It in a Hole & Null (4 Suits)", "Throw It in a Hole"),
            ("Funnels (3 Suits)", "Funnels"),
            ("Chimneys & Pink (3 Suits)", "Chimneys"),
            ("Sudoku & Rainbow (5 Suits)", "Sudoku"),
        ],
    )
    def test_what_suits_cannot_say_is_refused_by_name(self, variant: str, part: str) -> None:
        with pytest.raises(Inexpressible) as error:
            suits_of(variant)
        assert error.value.name == part
        assert str(error.value.why) != "an unknown variant"

    @pytest.mark.parametrize(
        "variant",
        [
            "Chess",
            "",
            "5 Suits",
            "Rainbow",
            "Rainbow (7 Suits)",
            "Rainbow (2 Suits)",
            "rainbow (5 Suits)",
            "Red (5 Suits)",
            "Red Reversed (5 Suits)",
            "Pink Reversed (5 Suits)",
            "Reversed & White (5 Suits)",
            "Omni & Rainbow (5 Suits)",
            "Rainbow & Rainbow (5 Suits)",
            "Pink & Dark Pink (6 Suits)",
            "Rainbow & White Reversed (5 Suits)",
            "White Reversed & Rainbow (3 Suits)",
            "Rainbow & Pink & White (6 Suits)",
            "Critical Fours & Rainbow & Pink (6 Suits)",
            "Critical Fours & White Reversed (6 Suits)",
            "Critical Fours",
            "Black-Ones (5 Suits)",
            "Special Mix",
            "No Variant\n",
        ],
    )
    def test_other_names_are_unknown_variants(self, variant: str) -> None:
        with pytest.raises(Inexpressible) as error:
            suits_of(variant)
        assert (error.value.name, str(error.value.why)) == (variant, "an unknown variant")

    def test_409_variants_can_be_said(self) -> None:
        """4 plain, 50 after one suit, 276 after two, 18 and 3 reversed, 54 thinned, 4 mixes."""
        assert len(set(known_variants().values())) == len(known_variants()) == 409

    @pytest.mark.parametrize(
        "variant", ["Black (4 Suits)", "Critical Fours (4 Suits)", "Scarce Ones & Gray (5 Suits)"]
    )
    def test_a_deck_too_small_for_hanab_live_is_none_of_them(self, variant: str) -> None:
        assert variant not in known_variants().values()

    @pytest.mark.parametrize(
        "variant",
        ["Black & Dark Null (6 Suits)", "Black & White (5 Suits)", "Scarce Ones & Dark Null (6 Suits)"],
    )
    def test_a_deck_just_large_enough_is(self, variant: str) -> None:
        assert variant in known_variants().values()

    def test_every_variant_is_found_again_from_its_suits(self) -> None:
        for variant in known_variants().values():
            suits = suits_of(variant)
            assert variant_for(suits) == (variant, suits)

    def test_every_variant_makes_rules_that_read_back(self) -> None:
        for variant in known_variants().values():
            rules = Rules.of("original", base=suits_of(variant))
            assert Rules.parse(str(rules)) == rules


class TestRulesOfAGame:
    @pytest.mark.parametrize(
        ("players", "options", "rules"),
        [
            (2, {}, ""),
            (5, {}, ""),
            (6, {}, "+seats=6+hand=3"),
            (6, {"oneExtraCard": True}, "+seats=6"),
            (3, {"oneExtraCard": True}, "+hand=6"),
            (4, {"oneLessCard": True}, "+hand=3"),
            (2, {"oneExtraCard": True, "oneLessCard": True}, ""),
            (2, {"emptyClues": True}, "+empty=yes"),
            (2, {"deckPlays": True}, "+deck-play=yes"),
            (2, {"timed": True, "timeBase": 120, "timePerTurn": 20}, ""),
            (2, {"speedrun": False, "cardCycle": False, "detrimentalCharacters": False}, ""),
        ],
    )
    def test_options_are_rules(self, players: int, options: dict[str, Any], rules: str) -> None:
        game = import_game(new_game(players=players, **options))
        assert str(game.rules) == f"original+suits=red,yellow,green,blue,purple{rules}"

    def test_all_or_nothing_is_final_flourish(self) -> None:
        game = import_game(new_game(allOrNothing=True))
        assert str(game.rules) == "original+final-flourish+suits=red,yellow,green,blue,purple"

    @pytest.mark.parametrize("option", ["speedrun", "cardCycle", "detrimentalCharacters"])
    def test_options_that_are_no_rules_of_ours_are_refused(self, option: str) -> None:
        with pytest.raises(Inexpressible) as error:
            import_game({**new_game(), "options": {option: True}})
        assert error.value.name == option

    def test_an_unknown_option_is_refused(self) -> None:
        with pytest.raises(Inexpressible, match=r"^tripleClues: an unknown option$"):
            import_game(new_game(tripleClues=False))

    def test_seat_0_is_dealt_first_whoever_begins(self) -> None:
        game = import_game(new_game(players=3, startingPlayer=2))
        state = replay(game)
        assert (game.first, state.turn) == (2, 2)
        assert [held.id for held in state.hands[0]] == [0, 1, 2, 3, 4]

    def test_repeated_names_get_numbers(self) -> None:
        game = {**new_game(players=4), "players": ["Ann", "Ann", "Ann 2", "Bob"]}
        assert import_game(game).names == ("Ann", "Ann 2", "Ann 2 2", "Bob")

    def test_what_is_left_out_is_told(self) -> None:
        game = {**new_game(timed=True), "seed": "p2v0s1", "notes": [["f"], []], "id": 7, "characters": []}
        assert import_game(game).left_over == ("seed", "notes", "id", "timed")

    def test_characters_are_refused(self) -> None:
        with pytest.raises(Inexpressible, match=r"^characters"):
            import_game({**new_game(), "characters": [{"name": "Fuming", "metadata": 0}]})


class TestActions:
    @pytest.mark.parametrize(
        ("variant", "letters"),
        [
            ("No Variant", "rygbp"),
            ("6 Suits", "rygbpt"),
            ("Rainbow (6 Suits)", "rygbp"),
            ("Black (5 Suits)", "rygbk"),
            ("Pink & Null (5 Suits)", "rgbi"),
            ("Rainbow & Omni (5 Suits)", "rgb"),
            ("Special Mix (5 Suits)", "kin"),
            ("Dark Brown (5 Suits)", "rygbn"),
            ("Black Reversed (6 Suits)", "rygbpk"),
            ("White Reversed & Rainbow (4 Suits)", "rb"),
        ],
    )
    def test_colours_count_from_0_in_the_order_of_the_suits_that_may_be_named(
        self, variant: str, letters: str
    ) -> None:
        game = new_game(variant, emptyClues=True)
        for value, letter in enumerate(letters):
            game["actions"] = [{"type": 2, "target": 1, "value": value}]
            assert import_game(game).actions == (Clue(Seat(1), letter),)
        game["actions"] = [{"type": 2, "target": 1, "value": len(letters)}]
        with pytest.raises(BrokenRecord, match=r"actions\[0\].value"):
            import_game(game)

    def test_values_count_from_1(self) -> None:
        game = {**new_game(emptyClues=True), "actions": [{"type": 3, "target": 1, "value": 1}]}
        assert import_game(game).actions == (Clue(Seat(1), "1"),)

    def test_a_card_is_called_by_its_place_in_the_deck(self) -> None:
        """Ann holds 0 to 4 and draws 10 for the 1 she plays; the oldest card is slot 1."""
        moves = [
            {"type": 0, "target": 1},
            {"type": 0, "target": 9},
            {"type": 0, "target": 10, "value": 0},
        ]
        game = import_game({**new_game(), "actions": moves})
        assert game.actions == (Play(2), Play(5), Play(5))

    def test_the_last_card_may_be_played_from_the_deck(self) -> None:
        imported = _deck_play_game()
        assert imported.actions[-1] == Play(0)
        exported = export_game(
            imported.names, imported.rules, imported.deal, imported.first, imported.actions
        )
        assert exported["actions"][-1] == {"type": 0, "target": 49, "value": 0}

    @pytest.mark.parametrize(
        ("entry", "ending", "words"),
        [
            ({"type": 4, "target": 1, "value": 4}, Ending(4, Seat(1)), "terminated by a player"),
            ({"type": 4, "target": 0, "value": 3}, Ending(3, Seat(0)), "ran out of time"),
            ({"type": 4, "target": -1, "value": 6}, Ending(6), "abandoned"),
            ({"type": 5, "target": -1, "value": 10}, Ending(10), "terminated by a vote"),
        ],
    )
    def test_an_entry_that_ends_the_game_is_no_move(self, entry: object, ending: Ending, words: str) -> None:
        game = import_game({**new_game(), "actions": [entry]})
        assert (game.actions, game.ending, str(game.ending)) == ((), ending, words)
        assert not replay(game).over
        exported = export_game(game.names, game.rules, game.deal, game.first, (), ending=game.ending)
        assert exported["actions"] == [entry]


class TestContradictions:
    def test_an_illegal_move_is_named_with_its_place(self) -> None:
        game = {**new_game(), "actions": [{"type": 1, "target": 0, "value": 0}]}
        with pytest.raises(TamperedRecord, match=r"^actions\[0\]: d1: 8 of 8 clue tokens"):
            import_game(game)
        assert import_game(game, discard_full=True).actions == (Discard(1),)

    def test_nobody_plays_the_card_of_another(self) -> None:
        game = {**new_game(), "actions": [{"type": 0, "target": 5}]}
        with pytest.raises(
            TamperedRecord, match=r"^actions\[0\]: seat A is on turn and does not hold card 5$"
        ):
            import_game(game)

    def test_nobody_tells_themselves(self) -> None:
        game = {**new_game(), "actions": [{"type": 3, "target": 0, "value": 1}]}
        with pytest.raises(TamperedRecord, match="you cannot give information to yourself"):
            import_game(game)

    def test_the_deck_is_not_played_without_the_option(self) -> None:
        game = {**new_game(), "actions": [{"type": 0, "target": 10}]}
        with pytest.raises(TamperedRecord, match="does not hold card 10"):
            import_game(game)

    def test_only_the_last_card_is_played_from_the_deck(self) -> None:
        game = {**new_game(deckPlays=True), "actions": [{"type": 0, "target": 10}]}
        with pytest.raises(TamperedRecord, match="only the very last card"):
            import_game(game)

    def test_nothing_happens_after_the_third_strike(self) -> None:
        game = new_game()
        game["deck"].sort(key=lambda card: -card["rank"])
        strikes = [{"type": 0, "target": card} for card in (0, 5, 1)]
        import_game({**game, "actions": strikes})
        for more in ({"type": 0, "target": 6}, {"type": 4, "target": 0, "value": 4}):
            with pytest.raises(
                TamperedRecord, match=r"^actions\[3\]: the game was over before \(strike 3 of 3\)$"
            ):
                import_game({**game, "actions": [*strikes, more]})

    def test_nothing_happens_after_the_end_that_the_file_states(self) -> None:
        end = {"type": 4, "target": 0, "value": 4}
        game = {**new_game(), "actions": [end, {"type": 0, "target": 0}]}
        with pytest.raises(
            TamperedRecord, match=r"^actions\[1\]: the game was over before \(terminated by a player\)$"
        ):
            import_game(game)

    def test_the_cards_must_be_those_of_the_variant(self) -> None:
        game = new_game()
        game["deck"][0] = dict(game["deck"][1])
        with pytest.raises(TamperedRecord, match="the deck is not that of the rules"):
            import_game(game)

    def test_a_deck_cut_short_is_broken(self) -> None:
        game = new_game()
        game["deck"] = game["deck"][:25]
        with pytest.raises(BrokenRecord, match="'deck': it has 25 cards, and a whole one has 50"):
            import_game(game)

    def test_hands_larger_than_the_deck_are_refused(self) -> None:
        game = new_game("Black & Dark Rainbow (3 Suits)", players=5, oneExtraCard=True)
        with pytest.raises(TamperedRecord, match="5 hands of 5 need 25 cards"):
            import_game(game)


Change = Callable[[dict[str, Any]], object]

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
json_values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(FIELDS), inner)
)


class TestMisshapenFiles:
    @pytest.mark.parametrize("data", [None, True, 7, 1.5, "game", [], [{}]])
    def test_a_game_is_an_object(self, data: object) -> None:
        with pytest.raises(BrokenRecord, match="'game': it must be an object"):
            import_game(data)

    @pytest.mark.parametrize("field", ["players", "deck", "actions"])
    def test_a_game_has_players_a_deck_and_actions(self, field: str) -> None:
        game = played_game()
        del game[field]
        with pytest.raises(BrokenRecord) as error:
            import_game(game)
        assert error.value.text == field

    @pytest.mark.parametrize(
        ("field", "change"),
        [
            ("players", lambda game: game.update(players={})),
            ("players", lambda game: game.update(players=["Ann"])),
            ("players", lambda game: game.update(players=list("abcdefg"))),
            ("players", lambda game: game.update(players=["Ann"] * 1_001)),
            ("players[1]", lambda game: game["players"].__setitem__(1, 7)),
            ("players[1]", lambda game: game["players"].__setitem__(1, " ")),
            ("players[1]", lambda game: game["players"].__setitem__(1, "A\x1b[31m")),
            ("players[1]", lambda game: game["players"].__setitem__(1, "A" * 81)),
            ("deck", lambda game: game.update(deck=None)),
            ("deck", lambda game: game.update(deck=game["deck"] * 30)),
            ("deck", lambda game: game["deck"].pop()),
            ("deck[3]", lambda game: game["deck"].__setitem__(3, [0, 1])),
            ("deck[3].suitIndex", lambda game: game["deck"].__setitem__(3, {"suit": 0, "rank": 1})),
            ("deck[3].suitIndex", lambda game: game["deck"][3].update(suitIndex=5)),
            ("deck[3].suitIndex", lambda game: game["deck"][3].update(suitIndex=-1)),
            ("deck[3].suitIndex", lambda game: game["deck"][3].update(suitIndex=True)),
            ("deck[3].rank", lambda game: game["deck"][3].update(rank=0)),
            ("deck[3].rank", lambda game: game["deck"][3].update(rank=7)),
            ("deck[3].rank", lambda game: game["deck"][3].update(rank=1.0)),
            ("deck[3].rank", lambda game: game["deck"][3].update(rank=10**5_000)),
            ("deck[3].shade", lambda game: game["deck"][3].update(shade=1)),
            ("actions", lambda game: game.update(actions="none")),
            ("actions", lambda game: game.update(actions=[None] * 1_001)),
            ("actions[0]", lambda game: game["actions"].__setitem__(0, None)),
            ("actions[0].type", lambda game: game["actions"][0].pop("type")),
            ("actions[0].type", lambda game: game["actions"][0].update(type=6)),
            ("actions[0].type", lambda game: game["actions"][0].update(type=-1)),
            ("actions[0].type", lambda game: game["actions"][0].update(type=False)),
            ("actions[0].target", lambda game: game["actions"][0].pop("target")),
            ("actions[0].target", lambda game: game["actions"][0].update(target=3)),
            ("actions[0].target", lambda game: game["actions"][0].update(target="1")),
            ("actions[0].value", lambda game: game["actions"][0].update(value=5)),
            ("actions[0].value", lambda game: game["actions"][0].update(value=None)),
            ("actions[1].target", lambda game: game["actions"][1].update(target=50)),
            ("actions[1].value", lambda game: game["actions"][1].update(value=1)),
            ("actions[3].value", lambda game: game["actions"][3].update(value=0)),
            ("actions[3].value", lambda game: game["actions"][3].update(value=6)),
            ("actions[4].target", lambda game: game["actions"][4].update(target=-2)),
            ("actions[4].value", lambda game: game["actions"][4].update(value=0)),
            ("actions[4].value", lambda game: game["actions"][4].update(value=10)),
            ("actions[4].target", lambda game: game["actions"][4].update(type=5)),
            ("actions[4].clue", lambda game: game["actions"][4].update(clue={})),
            ("options", lambda game: game.update(options=[])),
            ("options", lambda game: game["options"].update({"x" * 81: 1})),
            ("options", lambda game: game["options"].update({"\n": 1})),
            ("options.variant", lambda game: game["options"].update(variant=None)),
            ("options.variant", lambda game: game["options"].update(variant="x" * 81)),
            ("options.emptyClues", lambda game: game["options"].update(emptyClues=1)),
            ("options.speedrun", lambda game: game["options"].update(speedrun="no")),
            ("options.startingPlayer", lambda game: game["options"].update(startingPlayer=3)),
            ("options.startingPlayer", lambda game: game["options"].update(startingPlayer=True)),
            ("firstPlayer", lambda game: game.update(firstPlayer=0)),
            ("variant", lambda game: game.update(variant="No Variant")),
        ],
    )
    def test_the_field_at_fault_is_named(self, field: str, change: Change) -> None:
        game = played_game()
        import_game(game)
        change(game)
        with pytest.raises(BrokenRecord) as error:
            import_game(game)
        assert error.value.text == field

    @given(json_values)
    def test_no_json_value_is_a_surprise(self, data: object) -> None:
        with pytest.raises(TamayaError):
            import_game(data)

    @given(data=st.data())
    def test_no_change_of_a_good_file_is_a_surprise(self, data: st.DataObject) -> None:
        game = json.loads(json.dumps(played_game()))
        values = st.integers(-2, 60) | scalars | st.sampled_from([[], {}, [[]], "Rainbow (5 Suits)"])
        for _ in range(data.draw(st.integers(1, 3))):
            holder, key = data.draw(st.sampled_from(_places(game)))
            if data.draw(st.booleans()):
                holder[key] = data.draw(values)
            else:
                del holder[key]
        with suppress(BrokenRecord, TamperedRecord, Inexpressible):
            replay(import_game(game))


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place within a JSON value: what holds it, and under which key."""
    keys = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    return [place for key in keys for place in [(value, key), *_places(value[key])]] or [({0: 0}, 0)]


class TestExport:
    @pytest.mark.parametrize(
        ("rules", "options"),
        [
            ("original", {}),
            ("rnr", {}),
            ("deluxe", {"emptyClues": True}),
            ("abacus", {"emptyClues": True}),
            ("deluxe+avalanche", {"variant": "Rainbow (6 Suits)", "emptyClues": True}),
            ("deluxe+final-flourish", {"emptyClues": True, "allOrNothing": True}),
            ("rnr+variant-1", {"variant": "6 Suits"}),
            ("rnr+variant-2", {"variant": "Black (6 Suits)"}),
            ("rnr+variant-3", {"variant": "Rainbow (6 Suits)"}),
            ("rnr+variant-4", {"allOrNothing": True}),
            ("original+hand=6", {"oneExtraCard": True}),
            ("original+hand=4", {"oneLessCard": True}),
            ("original+deck-play=yes+talk=open+rearrange=never", {"deckPlays": True}),
            ("original+suits=rainbow,red,blue,yellow,white", {"variant": "Rainbow (5 Suits)"}),
        ],
    )
    def test_rules_of_the_boxes_have_a_name_there(self, rules: str, options: dict[str, object]) -> None:
        parsed = Rules.parse(rules)
        game = export_game(NAMES[:2], parsed, Deal.shuffle(parsed, seed=1), Seat(0), ())
        assert game.get("options", {}) == options

    @pytest.mark.parametrize(
        ("rules", "name"),
        [
            ("deluxe+flamboyants", "flamboyants"),
            ("deluxe+black-powder", "black"),
            ("deluxe+avalanche+black-powder", "black"),
            ("original+clues=7", "clues=7"),
            ("original+strikes=4", "strikes=4"),
            ("original+discard-full=yes", "discard-full=yes"),
            ("original+hand=7", "hand=7"),
            ("original+suits=red,blue,green:copies=33333", "green"),
            ("original+suits=red,rainbow:named=yes,blue", "rainbow"),
            ("original+suits=red:copies=3221,blue:copies=3221,green:copies=3221", "red"),
            ("original+suits=red,blue", "suits"),
            ("original+suits=red,rainbow,omni,null", "suits"),
            ("original+suits=red,blue,green,pink:copies=11111", "suits"),
        ],
    )
    def test_other_rules_are_refused_by_name(self, rules: str, name: str) -> None:
        parsed = Rules.parse(rules)
        with pytest.raises(Inexpressible) as error:
            export_game(NAMES[:2], parsed, Deal.shuffle(parsed, seed=1), Seat(0), ())
        assert error.value.name == name

    def test_a_reversed_suit_that_loses_points_is_not_that_of_hanab_live(self) -> None:
        """B4: White Reversed has the same cards, and counts those that are laid."""
        powder = Rules.parse("deluxe+black-powder").suits
        counted = (*powder[:-1], replace(powder[-1], scores=suits_of("White Reversed (6 Suits)")[-1].scores))
        assert variant_for(counted)[0] == "White Reversed (6 Suits)"

    def test_six_at_a_table_for_six(self) -> None:
        rules = Rules.parse("original+seats=6")
        game = export_game(NAMES, rules, Deal.shuffle(rules, seed=1), Seat(5), ())
        assert game["options"] == {"oneExtraCard": True, "startingPlayer": 5}

    def test_seven_are_too_many(self) -> None:
        rules = Rules.parse("original+seats=7")
        with pytest.raises(Inexpressible, match=r"^seats: hanab.live has at most 6 of them, not 7$"):
            export_game((*NAMES, "Gus"), rules, Deal.shuffle(rules, seed=1), Seat(0), ())

    def test_five_suits_keep_their_places(self) -> None:
        rules = Rules.parse("deluxe")
        deal = Deal.shuffle(rules, seed=1)
        game = export_game(NAMES[:2], rules, deal, Seat(0), [Clue(Seat(1), "w"), Clue(Seat(0), "g")])
        assert [clue["value"] for clue in game["actions"]] == [0, 4]
        order = [suit.letter for suit in rules.suits]
        assert [f"{order[card['suitIndex']]}{card['rank']}" for card in game["deck"]] == list(deal.deck)

    def test_a_special_suit_moves_to_where_hanab_live_has_it(self) -> None:
        rules = Rules.parse("original+empty=yes+suits=rainbow,red,blue,yellow,white")
        deal = Deal.shuffle(rules, seed=1)
        game = export_game(NAMES[:2], rules, deal, Seat(0), [Clue(Seat(1), "r")])
        assert game["actions"][0]["value"] == 0
        assert {
            card["suitIndex"] for card, face in zip(game["deck"], deal.deck, strict=True) if face[0] == "m"
        } == {4}

    def test_a_rearranged_hand_leaves_no_trace_but_the_right_card(self) -> None:
        rules = Rules.parse("original+rearrange=always")
        deal = Deal.shuffle(rules, seed=1)
        actions: list[Action] = [Rearrange(Seat(0), (5, 1, 2, 3, 4)), Play(1)]
        game = export_game(NAMES[:2], rules, deal, Seat(0), actions)
        assert game["actions"] == [{"type": 0, "target": 4, "value": 0}]

    def test_an_illegal_action_stays_one(self) -> None:
        rules = Rules.parse("original")
        with pytest.raises(IllegalAction):
            export_game(NAMES[:2], rules, Deal.shuffle(rules, seed=1), Seat(0), [Discard(1)])

    def test_a_foreign_deck_is_refused(self) -> None:
        rules = Rules.parse("original")
        with pytest.raises(ImpossibleTable):
            export_game(NAMES[:2], rules, Deal(Deal.shuffle(rules, seed=1).deck[1:]), Seat(0), ())

    def test_where_a_seat_is_passed_over_hanab_live_would_have_ended(self) -> None:
        """F3."""
        rules, deal, actions = _game_with_a_pass()
        with pytest.raises(Inexpressible, match=r"^final-flourish: a seat was passed over"):
            export_game(NAMES[:2], rules, deal, Seat(0), actions)


rules_there_are = st.builds(
    lambda variant, flourish, empty, deck_play: Rules.of(
        "original",
        *(["final-flourish"] if flourish else []),
        base=suits_of(variant),
        seats=6,
        empty=empty,
        deck_play=deck_play,
    ),
    st.sampled_from(sorted(known_variants().values())),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
rules_of_boxes = st.sampled_from(
    [
        "original",
        "abacus",
        "deluxe+avalanche",
        "deluxe+avalanche+final-flourish",
        "rnr+variant-1",
        "rnr+variant-2+deck-play=yes",
        "rnr+variant-3+variant-4",
        "original+rearrange=always+suits=null,white,red,pink,green,blue",
    ]
).map(lambda text: replace(Rules.parse(text), seats=6))


class TestThereAndBack:
    @given(
        rules=rules_there_are | rules_of_boxes,
        players=st.integers(2, 6),
        more=st.sampled_from([-1, 0, 1]),
        first=st.integers(0, 5),
        seed=st.integers(0, 10_000),
    )
    def test_a_game_comes_back_as_it_was(
        self, rules: Rules, players: int, more: int, first: int, seed: int
    ) -> None:
        rules = replace(rules, hand={2: 5, 3: 5, 4: 4, 5: 4, 6: 3}[players] + more)
        start = Seat(first % players)
        deal, actions, state = playthrough(rules, players, start, seed)
        assume(not any(isinstance(event, Passed) for event in state.history))

        exported = export_game(NAMES[:players], rules, deal, start, actions)
        game = import_game(json.loads(json.dumps(exported)))
        again = replay(game)

        assert again.score == state.score
        assert again.result == _relabelled(state, again)
        assert (again.strikes, again.clues, again.turn) == (state.strikes, state.clues, state.turn)
        assert (again.turns_left, again.drawn) == (state.turns_left, state.drawn)
        assert sorted(again.displays) == sorted(state.displays)
        assert [sorted(held.id for held in hand) for hand in again.hands] == [
            sorted(held.id for held in hand) for hand in state.hands
        ]
        assert _touches(again) == _touches(state)
        assert (game.names, game.first) == (NAMES[:players], start)
        assert export_game(game.names, game.rules, game.deal, game.first, game.actions) == exported


def _relabelled(state: State, again: State) -> object:
    """The result, with the letters of the other game where its sentence names a card."""
    if state.result is None or again.result is None or "is gone" not in str(state.result.why):
        return state.result
    assert "is gone" in str(again.result.why)
    return replace(state.result, why=again.result.why)


def _touches(state: State) -> list[list[tuple[int, int]]]:
    """How many clues touched and missed each card in a hand: the same whatever the suits are called."""
    return [
        [(len(held.yes), len(held.no)) for held in sorted(hand, key=lambda held: held.id)]
        for hand in state.hands
    ]


def _deck_play_game() -> Imported:
    rules = Rules.parse("original+deck-play=yes+suits=red,yellow,green,blue,purple")
    for seed in range(100):
        deal, actions, _ = playthrough(rules, 2, Seat(0), seed)
        if Play(0) in actions:
            game = export_game(NAMES[:2], rules, deal, Seat(0), actions[: actions.index(Play(0)) + 1])
            return import_game(game)
    raise AssertionError("no game got that far")


def _game_with_a_pass() -> tuple[Rules, Deal, list[Action]]:
    """Two who play well with open cards, and spend all clue tokens when the deck is empty."""
    rules = Rules.parse("original+final-flourish+suits=red,green,blue")
    for seed in range(1_000):
        rng = random.Random(seed)
        deal = Deal.shuffle(rules, seed=seed)
        state, actions = State.start(rules, 2, deal=deal), list[Action]()
        while not state.over:
            action = _thrifty(state, rng)
            actions.append(action)
            if any(isinstance(event, Passed) for event in state.history):
                return rules, deal, actions
            state = state.apply(action)
    raise AssertionError("no seat was ever passed over")


def _thrifty(state: State, rng: random.Random) -> Action:
    assert state.turn is not None
    legal = state.actions()
    clues = [action for action in legal if isinstance(action, Clue)]
    if clues and not state.deck_size:
        return clues[0]
    safe: list[Action] = []
    for slot, held in enumerate(state.hands[state.turn], start=1):
        card = state.cards[held.id]
        if state.tables.fits(state.displays, card):
            safe.append(Play(slot))
        elif card.rank <= state.displays[state.tables.place[card][0]] and Discard(slot) in legal:
            safe.append(Discard(slot))
    return rng.choice(safe or clues or list(legal))


def test_an_exported_game_is_plain_json() -> None:
    game: ExportedGame = export_game(
        NAMES[:2],
        (rules := Rules.parse("deluxe")),
        Deal.shuffle(rules, seed=1),
        Seat(0),
        [Clue(Seat(1), "1")],
    )
    assert json.loads(json.dumps(game)) == game
    assert type(game["actions"][0]["target"]) is int
