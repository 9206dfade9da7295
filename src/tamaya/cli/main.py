"""Commands and their options; what they do is imported when they run, so that help comes at once."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tamaya.rules.errors import TamayaError

app = typer.Typer(
    help="Every Hanabi in one box.",
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
    rules: RulesText = "deluxe",
    players: Annotated[int, typer.Option("--players", "-p", help="How many sit down, you included.")] = 2,
    name: Annotated[str, typer.Option(help="Your name at the table.")] = "Guest",
    bot: Annotated[str | None, typer.Option(help="Who takes the other seats; see tamaya bots.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same word deals the same cards.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the record of the game in this file.")] = None,
) -> None:
    """Play in the terminal, you and bots."""
    from tamaya.tui.plain import play_plain

    play_plain(rules, players=players, name=name, bot=bot, seed=seed, keep=save)


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
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show a recorded game turn by turn."""
    from tamaya.cli.replay import show_replay

    show_replay(file, turn=turn, seat=seat, as_json=json)


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
