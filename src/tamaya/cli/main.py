"""Commands and their options; what they do is imported when they run, so that help comes at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tamaya.rules.errors import TamayaError

HELP = """\
Every Hanabi in one box: all editions and add-ons, a table in the browser and in the terminal, bots to play
with, and an engine to study.

Without a command, tamaya serves tables on this machine and opens the browser."""

EPILOG = """\
\b
Examples:
  tamaya                                     open the table in the browser
  tamaya play                                choose a game, in the terminal
  tamaya play deluxe+black-powder -p 3       you and two bots
  tamaya play rnr --people Ann,Bob           two people at one keyboard
  tamaya join http://host:8484/table/LINK    sit down at somebody's table
  tamaya replay game.json                    step through a recorded game
  tamaya review game.json                    could we have won, and where did we lose it?
  tamaya rules abacus                        what is played, in words
  tamaya arena careful random --games 500    compare bots
  tamaya doctor                              what is installed, what is wrong

\b
Completion of commands and options by the tab key:
  tamaya --install-completion                for your shell; then open a new one

\b
Files and environment:
  TAMAYA_HOME        where games are kept; else ~/.local/share/tamaya
  TAMAYA_DATABASE    another database for the server, such as PostgreSQL
  NO_COLOR           no colours in the terminal; TERM=dumb: line by line"""

SECTIONS = {
    "Play": ("serve", "play", "join", "replay"),
    "Read": ("rules", "editions", "bots"),
    "Study": ("review", "arena"),
    "Care": ("doctor",),
}


class _Sections(TyperGroup):
    """Lists commands by what they are for."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        sorted_in = {name for names in SECTIONS.values() for name in names}
        rest = tuple(name for name in self.list_commands(ctx) if name not in sorted_in)
        for heading, names in {**SECTIONS, "More": rest}.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(name, command.get_short_help_str(90)) for name, command in found if command]
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


app = typer.Typer(
    cls=_Sections,
    help=HELP,
    epilog=EPILOG,
    invoke_without_command=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

LOOPBACK = "127.0.0.1"
RulesText = Annotated[
    str,
    typer.Argument(
        metavar="EDITION[+PART...]",
        help="deluxe, rnr, abacus, original or andrewz, with add-ons and options: deluxe+black-powder+hand=4",
    ),
]
OpenRulesText = Annotated[
    str | None,
    typer.Argument(
        metavar="EDITION[+PART...]",
        help="deluxe, rnr, abacus, original or andrewz, with add-ons and options: deluxe+black-powder+hand=4",
    ),
]


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Where to listen; beyond this machine if you say so.")] = LOOPBACK,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The first free one from 8484.")] = None,
    data: Annotated[Path | None, typer.Option(help="The folder in which games are kept.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the table in a browser.")] = True,
    workers: Annotated[int, typer.Option(min=1, help="Processes; more than one needs PostgreSQL.")] = 1,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Log everything, as JSON lines.")] = False,
) -> None:
    """Open the table in the browser; tamaya by itself does the same."""
    from tamaya.cli.serve import open_table

    open_table(host=host, port=port, data=data, browser=browser, workers=workers, json_logs=json_logs)


@app.command()
def play(
    rules: OpenRulesText = None,
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many sit down; 2, or as many as people.")
    ] = None,
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "Guest",
    people: Annotated[
        str | None,
        typer.Option(metavar="NUMBER|NAME,...", help="Who shares this keyboard; a curtain hides the hands."),
    ] = None,
    bot: Annotated[str | None, typer.Option(help="Who takes the other seats; see tamaya bots.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same word deals the same cards.")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Keep the record in this file; a game found there goes on.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Line by line, for screen readers and pipes.")
    ] = False,
) -> None:
    """Play in the terminal: you, others at the same keyboard, and bots.

    Without arguments the first screen asks what to play, and offers a game that was cut off. Every move is
    saved. Where input or output is no terminal, the table is plain by itself.
    """
    from tamaya.tui.opening import Wanted
    from tamaya.tui.opening import play as open_table

    open_table(Wanted(rules, players, name, people, bot, seed, save), plain=plain)


@app.command()
def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The table's address, as in the browser.")],
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "Guest",
    watch: Annotated[bool, typer.Option("--watch", help="Look on, as far as the table allows it.")] = False,
) -> None:
    """Sit down at a table of a running server, in the terminal.

    The server keeps your seat: when the connection breaks, the table comes back by itself, and the same
    command on this machine brings you back to the same seat.
    """
    from tamaya.cli.join import join_table

    join_table(link, name=name, watch=watch)


@app.command()
def rules(
    text: RulesText = "deluxe",
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Print the rules in force, in words."""
    from tamaya.cli.rules import show_rules

    show_rules(text, as_json=json)


@app.command()
def editions(json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List the editions, add-ons, variants and house options."""
    from tamaya.cli.rules import show_editions

    show_editions(as_json=json)


@app.command()
def bots(json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List the bots that can take a seat."""
    from tamaya.cli.bots import show_bots

    show_bots(as_json=json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, or a game exported from hanab.live.")],
    turn: Annotated[int | None, typer.Option(help="Show the table after this many actions only.")] = None,
    seat: Annotated[str | None, typer.Option(help="As this player saw it.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print all turns, also on a terminal.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Step through a recorded game.

    On a terminal it is a time machine: left and right, Home and End, s for other eyes. Otherwise, and with
    --turn, --plain or --json, it is printed.
    """
    from tamaya.cli.replay import open_replay

    open_replay(file, turn=turn, seat=seat, plain=plain, as_json=json)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record, or a game exported from hanab.live.")],
    moves: Annotated[bool, typer.Option("--moves", help="Every move, not the summary alone.")] = False,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT", help="Write a page to this file.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Draw the graph into this file.")] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="How long the solver may think, in all; 0 leaves it out.")
    ] = None,
    rollouts: Annotated[
        int | None, typer.Option(min=0, help="Imagined games for each estimate; 0 leaves them out.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A rougher look, in a few seconds.")] = False,
) -> None:
    """Look back at a game: could we have won, where did we lose it, what did I know?

    Ctrl-C ends the review with what is done.
    """
    from tamaya.cli.review import show_review

    show_review(
        file, as_json=json, html=html, svg=svg, seconds=seconds, rollouts=rollouts, quick=quick, moves=moves
    )


@app.command()
def arena(
    bots: Annotated[list[str], typer.Argument(help="Teams: a bot, or several like partner/careful.")],
    players: Annotated[str, typer.Option("--players", "-p", help="How many: 2, 2-5 or 2,4.")] = "2",
    rules: Annotated[str, typer.Option(help="One rules text or several, with commas.")] = "deluxe",
    games: Annotated[int, typer.Option(min=1, help="How many games each team plays.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same word deals the same cards to all teams.")] = "1",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores if not said.")] = None,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster; local starts one.")
    ] = "",
    keep: Annotated[Path | None, typer.Option(help="Keep games in this file; a broken run goes on.")] = None,
    cross: Annotated[bool, typer.Option("--cross", help="Every bot as a stranger among the others.")] = False,
    compiled: Annotated[bool, typer.Option("--compiled", help="Use compiled twins where there are.")] = False,
    csv: Annotated[Path | None, typer.Option(help="Write a line for each game to this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the scores into this .svg or .png.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Let bots play many games on the same deals, and compare them."""
    from tamaya.cli.arena import measure

    measure(
        bots,
        players=players,
        rules=rules,
        games=games,
        seed=seed,
        workers=workers,
        ray=ray,
        keep=keep,
        cross=cross,
        compiled=compiled,
        csv=csv,
        plot=plot,
        as_json=json,
    )


@app.command()
def doctor(json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Say what is installed, what is optional and what is wrong.

    The exit code is 1 if something that is needed is wrong.
    """
    from tamaya.cli.doctor import examine

    raise typer.Exit(examine(as_json=json))


def _show_version(wanted: bool) -> None:
    if wanted:
        from tamaya import __version__

        print(f"tamaya {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        serve()


def main() -> None:
    """Run the command; a mistake of the caller's gets a sentence, never a traceback."""
    try:
        app()
    except TamayaError as error:
        sys.exit(f"tamaya: {error}")
    except BrokenPipeError:
        # The reader, such as head, has had enough.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        sys.exit(f"tamaya: {error.filename or 'file'}: {error.strerror}")
