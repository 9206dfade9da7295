"""The co-operative game: displays, discards, tokens and the deck, and what a player may do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from textual.content import Content

from tamaya import engine
from tamaya.engine import Outcome
from tamaya.engine.story import clue_label, owed_messages
from tamaya.knowledge import Faces, know
from tamaya.rules import Builds, Card, Suit, accolade_label
from tamaya.tui.drawing.hands import Hands
from tamaya.tui.drawing.paint import BRIGHT, FAINT, INK, PALE, fact, row, stack, suit_colour, write
from tamaya.tui.drawing.table import TableDrawing
from tamaya.tui.notation import HanabiNotation
from tamaya.tui.speech import capital, sentence
from tamaya.words import Message, Who
from tamaya.words.columns import left

GAP = Content("   ")
_HEADINGS = {
    Outcome.PERFECT: "end-page.perfect",
    Outcome.COUNTED: "result.counted",
    Outcome.LOST: "end-page.lost",
}


class HanabiDrawing(TableDrawing):
    """A table at which the co-operative game is played."""

    view: engine.View

    def tokens(self) -> Content:
        """Tokens and strikes in the edition's words; deck, score and time on a second line."""
        view, rules, box, known = self.view, self.view.rules, self.view.rules.box, know(self.view)
        tokens = self._count(box.clue(rules.clues), view.clues, rules.clues, "●", "○", "#5c9dff")
        strikes = self._count(box.strike(rules.strikes), view.strikes, rules.strikes, "✖", "·", "#ff6b6b")
        score = self.say("table.count-of", count=view.score, most=known.best_score)
        facts = [self._deck(), fact(self.say("table.score"), score)]
        if known.pace is not None:
            facts.append(fact(self.say("table.pace"), str(known.pace)))
        if rules.bonus:
            facts.append(fact(self.say("table.tiles"), str(view.tiles_left)))
        return stack([GAP.join([tokens, strikes]), GAP.join(facts)])

    def hands(self, *, width: int, height: int) -> Content:
        return Hands(self, self.view, width=width, height=height).draw()

    def displays(self) -> Content:
        """A row for each suit: its display, and what of it is discarded; then the cards that cost points."""
        view = self.view
        displays, discards = self.say("table.displays"), self.say("table.discards")
        lines = [write(f"{left(displays, 5 + 2 * view.rules.tables.ranks)} {discards}", FAINT)]
        gone = Counter(view.discards)
        for index, suit in enumerate(view.rules.suits):
            lines.append(row(*self._display(index, suit), " ", *self._discarded(suit, gone)))
        lines.extend(write(self.say(line), FAINT) for line in owed_messages(view.rules, view.displays))
        if view.deck:
            lines.append(write(f"{self.say('table.undrawn')}: {' '.join(view.deck)}", FAINT))
        return stack(lines)

    def result(self) -> Iterator[Content | str]:
        """The score and its grade, the displays, and the game in numbers."""
        view, rules, result = self.view, self.view.rules, self.view.result
        assert result is not None
        grade = result.grade(rules)
        yield write(self.say(_HEADINGS[result.outcome]), BRIGHT, bold=True)
        yield write(self.say("end.points", score=result.score, most=rules.tables.most), PALE, bold=True)
        if result.outcome is Outcome.LOST:
            lost = self.say("result.lost-because", cause=result.why, counted=result.counted)
            yield write(sentence(lost, self.reader), PALE)
        if grade is not None:
            yield write(self.say("result.judged", federation=rules.box.federation), FAINT)
            yield write(self.say("result.grade", grade=grade.name, applause=grade.applause), PALE)
        if result.accolades:
            accolades = tuple(map(accolade_label, result.accolades))
            yield write(self.say("result.accolades", accolades=accolades), PALE)
        yield ""
        yield row(
            *(
                write(f"{suit.symbol}{suit.letter} {view.top(index) or '-'}   ", suit_colour(suit), bold=True)
                for index, suit in enumerate(rules.suits)
            )
        )
        yield ""
        kinds = Counter(type(event) for event in view.history)
        numbers = (
            self.say("result.clues", count=kinds[engine.Clued]),
            self.say("result.plays", count=kinds[engine.Played]),
            self.say("result.discards", count=kinds[engine.Discarded]),
            self.say("result.strikes", count=view.strikes, strikes=rules.box.strike(view.strikes)),
        )
        yield write(" · ".join(numbers), FAINT)

    # What lies in the middle.

    def _count(self, name: Message, count: int, most: int, full: str, empty: str, ink: str) -> Content:
        return row(
            write(f"{capital(self.say(name))} ", FAINT),
            write(full * count, ink, bold=full == "✖"),
            write(empty * (most - count), FAINT),
            write(f" {count}/{most}", PALE, bold=True),
        )

    def _deck(self) -> Content:
        """The deck, or how long the last round lasts, for which the deck is empty."""
        view = self.view
        if view.turns_left is None or view.result is not None:
            return fact(self.say("table.deck"), str(view.deck_size))
        return write(self.say("table.last-round", turns=view.turns_left), BRIGHT, bold=True)

    def _display(self, index: int, suit: Suit) -> Iterator[Content | str]:
        colour = suit_colour(suit)
        laid, reach = self.view.displays[index], know(self.view).furthest[index]
        yield write(f"{suit.symbol}{suit.letter}", colour, bold=True)
        yield write("↓" if suit.builds is Builds.DOWN else " ", FAINT)
        for step, rank in enumerate(suit.order):
            if step < laid:
                yield write(f" {rank}", INK, colour, bold=True)
            else:
                # A display can come no further once the last copy of a card on the way is gone.
                yield write(" ·" if step < reach else " ×", FAINT)
        yield write(" ", "", colour) if laid == len(suit.order) else " "

    def _discarded(self, suit: Suit, gone: Counter[Card]) -> Iterator[Content | str]:
        """The values that lie in the discard pile; a mark says that one copy is left, and needed."""
        for rank in suit.order:
            card = Card(f"{suit.letter}{rank}")
            if gone[card]:
                last = know(self.view).indispensable(card)
                yield write(str(rank) * gone[card], suit_colour(suit), bold=last)
                yield write("! " if last else " ", BRIGHT)

    # What a player may do.

    def _turn(self) -> list[Content]:
        view = self.view
        if view.tile is not None:
            title = write(self.say("tiles.title", tile=view.tile.effect), BRIGHT, bold=True)
            return [title, row(*self._tile_buttons())]
        verbs = [("p", "act.play"), ("d", "act.discard"), ("c", "act.clue"), ("p0", "act.play-deck")]
        begins = self.notation.may_begin
        buttons = [self.button(code, f"type({verb!r})", verb) for verb, code in verbs if begins(verb)]
        size = len(view.my_hand)
        code = "terminal.choose" if begins("c") else "terminal.choose-own"
        choose = self.say(code, size=size) if size else self.say("terminal.only-clue")
        turn = write(f"{sentence(self.say('table.your-turn'), self.reader)} ", BRIGHT, bold=True)
        return [row(turn, write(choose, PALE)), row(*buttons, *self._rearranging())]

    def _tile_buttons(self) -> list[Content]:
        """A way to choose; an empty deck turns "back" into a choice of two (L6)."""
        verbs = list(dict.fromkeys(str(action)[0] for action in self.view.actions)) or ["f"]
        codes = {"b": "terminal.button.tile-back", "e": "terminal.button.tile-encore"}
        if len(verbs) == 1:
            return [self.button("terminal.button.choose", f"type({verbs[0]!r})", verbs[0])]
        return [self.button(codes[verb], f"type({verb!r})", verb) for verb in verbs]

    def _question(self, command: str) -> str:
        if self.view.tile is not None:
            return self.say("tiles.title", tile=self.view.tile.effect)
        receiver, _, _ = HanabiNotation(self.view).clue_in_mind(command)
        if receiver is not None:
            return self.say("act.clue-title", who=Who(receiver))
        return super()._question(command)

    def _about(self, slot: int) -> str:
        view, detail, held = self.view, self.interaction.detail, self.view.my_hand[slot - 1]
        said = [self.say("act.chosen", slot=slot)]
        if note := self.scene.notes.get(held.id):
            said.append(f"“{note}”")
        if detail != "nothing":
            yes = tuple(clue_label(clue, view.rules) for clue in held.yes)
            no = tuple(clue_label(clue, view.rules) for clue in dict.fromkeys(held.no))
            said.append(self.say("card.told", clues=yes) if yes else self.say("card.nothing-told"))
            said += [self.say("card.not-told", clues=no)] if no else []
        if detail == "deduced":
            faces = know(view).possible(slot)
            anything = len(faces) == len(view.rules.tables.cards)
            code = self.say("card.anything") if anything else self.say("card.may-be", cards=_by_suit(faces))
            said.append(code)
        return "; ".join(said)

    def _slot_buttons(self, slot: int) -> Content:
        buttons = self._card_buttons(slot, p="act.play", d="act.discard")
        buttons.append(self.button("act.note", "note", "n"))
        if self.notation.may_begin("o"):
            buttons.append(self.button("terminal.button.move", "type('o')", "Shift ← →"))
        return row(*buttons)


def _by_suit(faces: Faces) -> str:
    """Cards in short: r13 b2 for r1, r3 and b2."""
    suits: dict[str, str] = {}
    for card in faces:
        suits[card.suit] = f"{suits.get(card.suit, card.suit)}{card.rank}"
    return " ".join(suits.values())
