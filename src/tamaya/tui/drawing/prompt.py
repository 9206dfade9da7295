"""The lines in which somebody acts: what can be done, what is being typed, and what it would mean."""

from __future__ import annotations

from textual.content import Content

from tamaya import andrewz, engine
from tamaya.engine import name_clue
from tamaya.knowledge import Faces, know
from tamaya.records import AnyView
from tamaya.rules import Suit
from tamaya.tui.desk import Desk
from tamaya.tui.drawing.paint import (
    BACK,
    BRIGHT,
    FAINT,
    INK,
    PALE,
    button,
    fit,
    row,
    stack,
    suit_colour,
    write,
)
from tamaya.tui.notation import clue_in_mind, explain, may_begin, steps
from tamaya.tui.session import Scene, story

LINES = 3


def draw_prompt(
    scene: Scene, view: AnyView, desk: Desk, *, width: int, graph: Content | None = None
) -> Content:
    """Three lines, whatever there is to say; with the graph of a review, once there is one."""
    lines = _lines(scene, view, desk, graph)
    cut = [line.truncate(width, ellipsis=True) for line in lines[:LINES]]
    return stack([*cut, *[""] * (LINES - len(cut))])


def _lines(scene: Scene, view: AnyView, desk: Desk, graph: Content | None) -> list[Content]:
    if desk.turn is not None:
        return _looking_back(scene, view, desk, graph)
    if desk.command is not None:
        return _typing(scene, view, desk)
    notice = write(f"No: {desk.notice}.", "#ff9b9b", bold=True) if desk.notice else _last_move(scene, view)
    if scene.undo is not None:
        return [notice, *_undo(scene, view)]
    if desk.slot is not None:
        return [_about(scene, view, desk), _slot_buttons(view, desk), notice]
    return [notice, *_what_to_do(view), *([] if graph is None else [graph])]


def _looking_back(scene: Scene, view: AnyView, desk: Desk, graph: Content | None) -> list[Content]:
    assert desk.turn is not None
    where = f"Turn {desk.turn} of {scene.turns}" if desk.turn else "The deal"
    whose = "all cards" if desk.eyes is None else f"as {view.names[desk.eyes]} saw it"
    seen = f", {whose}" if scene.phase == "over" else ""
    buttons = row(
        button("deal", "turn 0", key="Home"),
        button("back", "turn -", key="←"),
        button("on", "turn +", key="→"),
        button("latest", "turn end", key="End"),
        *(_afterwards(graph) if scene.phase == "over" else []),
    )
    return [
        row(write(f"{where}{seen}. ", BRIGHT, bold=True), _last_move(scene, view)),
        buttons,
        _below(scene, desk, desk.turn, graph),
    ]


def _afterwards(graph: Content | None) -> list[Content]:
    """What can be done with a game that is over."""
    eyes = button("eyes", "eyes", key="s")
    if graph is None:
        return [eyes, button("review", "review", key="g")]
    before = write(" ⇧← ", BRIGHT, BACK, bold=True, press="turning -")
    return [eyes, before, button("turning", "turning +", key="⇧→")]


def _below(scene: Scene, desk: Desk, turn: int, graph: Content | None) -> Content:
    if desk.notice:
        return write(f"{desk.notice[:1].upper()}{desk.notice[1:]}.", "#ff9b9b", bold=True)
    reason = scene.reasons.get(turn, "")
    return graph or (write(f"Why: {reason}", FAINT) if reason else Content(""))


def _typing(scene: Scene, view: AnyView, desk: Desk) -> list[Content]:
    assert scene.kind is not None
    assert desk.command is not None
    means = explain(scene.kind, desk.command, view)
    typed = row(
        write("› ", BRIGHT, bold=True),
        write(desk.command, PALE, bold=True),
        write("▏", BRIGHT),
        "  ",
        button("send", "send", key="Enter") if means else write(_hint(view, desk.command), FAINT),
        button("let go", "escape", key="Esc"),
    )
    if desk.notice:
        return [write(f"No: {desk.notice}.", "#ff9b9b", bold=True), _ways(view, desk.command), typed]
    first = write(f"{means[0].upper()}{means[1:]}.", BRIGHT) if means else _question(view, desk.command)
    return [first, _ways(view, desk.command), typed]


def _question(view: AnyView, command: str) -> Content:
    if isinstance(view, engine.View) and view.tile is not None:
        return write(f"Bonus tile: {view.tile.words}.", BRIGHT)
    receiver, _, _ = clue_in_mind(command, view)
    if receiver is not None:
        return write(f"Tell {view.names[receiver]} about …", BRIGHT)
    questions = {
        "c": "Tell whom?",
        "f": "Tell whom, for free?",
        "p": "Play which card?",
        "d": "Discard which?",
    }
    if command[:1] == "o":
        return write("The old slots in their new order, from left to right: o21345", BRIGHT)
    return write(questions.get(command[:1], "Type an action, in notation or in words."), BRIGHT)


def _hint(view: AnyView, command: str) -> str:
    return "Tab goes through what is possible " if steps(command, view) else "? lists the notation "


def _ways(view: AnyView, command: str) -> Content:
    return row(*(_way(view, step.text, step.label) for step in steps(command, view)))


def _way(view: AnyView, text: str, label: str) -> Content:
    suits = andrewz.COLOURS if isinstance(view, andrewz.View) else view.rules.suits
    suit = next((suit for suit in suits if _names(suit, text, label)), None)
    if suit is None:
        return button(label, f"type {text}")
    return button(f"{suit.symbol}{label}", f"type {text}", ink=INK, back=suit_colour(suit))


def _names(suit: Suit, text: str, label: str) -> bool:
    """Whether the way on is a clue about this colour, or a card of it."""
    return label[0] == suit.letter and (len(text) == 3) and not label.startswith("pass")


def _last_move(scene: Scene, view: AnyView) -> Content:
    if scene.kind is None or not view.history:
        return write("Nothing has happened yet.", FAINT)
    lines = list(story(scene.kind, view))
    last = [line.text for line in lines if line.turn == lines[-1].turn]
    return write(" ".join(last), PALE)


def _what_to_do(view: AnyView) -> list[Content]:
    if view.result is not None:
        again = button("play again", "again", key="a")
        return [
            row(write("The game is over.  ", BRIGHT, bold=True), again, button("the end", "end", key="x"))
        ]
    if view.seat is None:
        return [write("You are watching.", FAINT)]
    if not view.my_turn:
        waiting = "" if view.turn is None else f"Waiting for {view.names[view.turn]}."
        return [row(write(waiting, FAINT), *_rearranging(view))]
    if isinstance(view, andrewz.View):
        return [
            write("Choose a card, or pass.", BRIGHT),
            row(button("pass and take a card", "type pass", key="pass")),
        ]
    if view.tile is not None:
        verb = str(view.actions[0])[0] if view.actions else "f"
        return [
            write(f"Bonus tile: {view.tile.words}.", BRIGHT, bold=True),
            row(button("choose", f"type {verb}", key=verb)),
        ]
    verbs = [("p", "play"), ("d", "discard"), ("c", "clue")]
    buttons = [button(word, f"type {verb}", key=verb) for verb, word in verbs if may_begin(verb, view)]
    if engine.Play(0) in view.actions:
        buttons.append(button("play the last card of the deck", "type p0", key="p0"))
    size = len(view.my_hand)
    choose = f"Choose a card of yours (1 to {size}), or a teammate’s for a clue." if size else "Give a clue."
    return [
        row(write("Your turn. ", BRIGHT, bold=True), write(choose, PALE)),
        row(*buttons, *_rearranging(view)),
    ]


def _rearranging(view: AnyView) -> list[Content]:
    if isinstance(view, engine.View) and may_begin("o", view):
        return [button("rearrange", "type o", key="o")]
    return []


def _about(scene: Scene, view: AnyView, desk: Desk) -> Content:
    """The chosen card in words."""
    assert desk.slot is not None
    if isinstance(view, andrewz.View):
        return write(f"Card {desk.slot}: {view.my_hand[desk.slot - 1]}", BRIGHT)
    held = view.my_hand[desk.slot - 1]
    said = [f"Slot {desk.slot}"]
    if note := scene.notes.get(held.id):
        said.append(f"“{note}”")
    if desk.detail != "nothing":
        yes = [name_clue(clue, view.rules) for clue in held.yes]
        no = [name_clue(clue, view.rules) for clue in dict.fromkeys(held.no)]
        said.append(f"told {' and '.join(yes)}" if yes else "nothing told")
        said += [f"not {' nor '.join(no)}"] if no else []
    if desk.detail == "deduced":
        possible = know(view).possible(desk.slot)
        anything = len(possible) == len(view.rules.tables.cards)
        said.append("may be anything" if anything else f"may be {_by_suit(possible)}")
    return write("; ".join(said), BRIGHT)


def _by_suit(faces: Faces) -> str:
    """Cards in short: r13 b2 for r1, r3 and b2."""
    suits: dict[str, str] = {}
    for card in faces:
        suits[card.suit] = f"{suits.get(card.suit, card.suit)}{card.rank}"
    return " ".join(suits.values())


def _slot_buttons(view: AnyView, desk: Desk) -> Content:
    assert desk.slot is not None
    if isinstance(view, andrewz.View):
        card = view.my_hand[desk.slot - 1]
        wishes: list[tuple[str, str, object]] = [
            ("play", "p", andrewz.Play(card)),
            ("discard and take two", "d", andrewz.Discard(card)),
        ]
        found = [button(word, f"type {act}", key=key) for word, key, act in wishes if act in view.actions]
        return row(*found) if found else write("This card does not fit now.", FAINT)
    buttons = []
    if engine.Play(desk.slot) in view.actions:
        buttons.append(button("play", f"type p{desk.slot}", key="p"))
    if engine.Discard(desk.slot) in view.actions:
        buttons.append(button("discard", f"type d{desk.slot}", key="d"))
    buttons.append(button("note", "note", key="n"))
    if may_begin("o", view):
        buttons.append(button("move", "type o", key="Shift ← →"))
    return row(*buttons)


def _undo(scene: Scene, view: AnyView) -> list[Content]:
    assert scene.undo is not None
    if scene.undo == view.seat:
        return [write("You asked to take the last move back.", BRIGHT)]
    asks = write(f"{fit(scene.names[scene.undo], 24)} asks to take the last move back.", BRIGHT)
    return [asks, row(button("agree", "agree", key="+"), button("refuse", "refuse", key="-"))]
