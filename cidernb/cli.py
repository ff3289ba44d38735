"""The command line: `cidernb ...`, or `python -m cidernb ...`.

What a command needs beyond typer is imported inside it, so that help and errors come at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from cidernb.commands import df
from cidernb.commands.consensus import consensus
from cidernb.commands.diagnose import diagnose
from cidernb.commands.explaining import change, compare, explain
from cidernb.commands.options import AsJson
from cidernb.commands.score import score
from cidernb.commands.terminal import carry_any_text, complain, say
from cidernb.commands.tokens import tokens
from cidernb.commands.wording import for_commands

#: Exit status of a check that fails, of input that cannot be used, and of Ctrl-C.
FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

_CHECK_MARKS = ("✓", "✗")

#: Said where a second system is given to `compare`.
_TWO_SYSTEMS = "two systems are compared by 'cidernb change REFS A B', two settings by this command; "

# The common base of typer's errors of usage, which it does not export by name.
_UsageError: Any = typer.BadParameter.__base__

app = typer.Typer(
    name="cidernb",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        The words after "cidernb"; those of this process by default.

    Returns
    -------
    int
        The exit status: 0, 1 if a check failed, or 2 for input that cannot be used, of which one
        line on standard error then says what is wrong.
    """
    carry_any_text()
    try:
        status = _command().main(
            args=None if arguments is None else list(arguments), prog_name="cidernb", standalone_mode=False
        )
    except typer.Abort:
        return INTERRUPTED
    except _UsageError as error:
        path = error.ctx.command_path if error.ctx else "cidernb"
        hint = (
            _TWO_SYSTEMS if path.endswith(" compare") and "extra argument" in error.format_message() else ""
        )
        complain(f"{error.format_message().rstrip('.')}; {hint}see '{path} --help'.")
        return BAD_INPUT
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}." if error.filename else str(error))
        return BAD_INPUT
    except (ValueError, TypeError) as error:
        complain(for_commands(str(error)))
        return BAD_INPUT
    except MemoryError:
        complain("This needs more memory than there is; give fewer images, or a smaller max_order.")
        return BAD_INPUT
    return status or 0


@cache
def _command() -> Any:
    """All commands as one; made once, for making it takes longer than most of what they do."""
    return typer.main.get_command(app)


def _show_version(wanted: bool) -> None:
    if wanted:
        from cidernb._version import __version__

        say(f"cidernb {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def cidernb(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop."),
    ] = False,
) -> None:
    """CIDEr, the caption metric: every definition of it, scored exactly and explained."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def reproduce(
    json: AsJson = False,
) -> None:
    """Compute the documented example again, line by line.

    Prints the documented lines with the figures computed now, and behind each whether they are the
    same. The exit status is 0 only if all of them are and every hypothesis holds.

    **Examples**

    - `cidernb reproduce`

    - `cidernb reproduce --json > reproduction.json`
    """
    from cidernb import studies
    from cidernb.commands.outputs import print_json
    from cidernb.studies.report import failures, report_lines

    reproduction = studies.reproduce()
    if json:
        print_json(reproduction.as_dict())
    else:
        say(*report_lines(reproduction, _CHECK_MARKS))
    if not reproduction.holds:
        complain(failures(reproduction))
        raise typer.Exit(FAILED)


@app.command()
def lab(
    folder: Annotated[
        Path | None,
        typer.Argument(
            help="Where to copy the notebooks; a file that is there already is kept.", metavar="FOLDER"
        ),
    ] = None,
) -> None:
    """Open the notebooks in JupyterLab, at 00_start_here.

    In a checkout of the project the folder may be left out: its own notebooks are then opened.

    **Examples**

    - `cidernb lab my-notebooks`

    - `cidernb lab`
    """
    from cidernb.lab import open_suite

    open_suite(folder)


@app.command()
def answers(
    notebook: Annotated[
        str | None,
        typer.Argument(help="A notebook's number, such as 01; all without it.", metavar="NOTEBOOK"),
    ] = None,
) -> None:
    """The answer key to the notebooks' predictions and exercises, for teachers.

    **Examples**

    - `cidernb answers 01`
    """
    from cidernb.teaching import answer_key

    # As the notebooks are numbered: 1 is 01.
    number = notebook.zfill(2) if notebook is not None and notebook.isdecimal() else notebook
    say(*answer_key(number).split("\n"))


for command in (score, diagnose, explain, change, compare, consensus, tokens):
    app.command()(command)
app.add_typer(df.app)
