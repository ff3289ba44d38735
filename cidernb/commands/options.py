"""What may be typed behind several commands; it imports nothing that computes, so that help comes at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from cidernb.variant import PRESETS
from cidernb.whole_files import refuse_overwriting

#: What the option that writes a file takes as the end of its name; a name without an end is taken too.
_ENDS = {"html": (".html", ".htm"), "png": (".png",), "csv": (".csv", ".txt")}


def no_standard_input(path: Path | None) -> Path | None:
    """A file's path, unless it is the dash that stands for standard input elsewhere."""
    if path is not None and str(path) == "-":
        raise typer.BadParameter(
            "- is standard input, which only 'cidernb tokens' reads; save it to a file and name that"
        )
    return path


def no_standard_output(path: Path | None) -> Path | None:
    """A file's path, unless it is the dash that stands for standard output elsewhere."""
    if path is not None and str(path) == "-":
        raise typer.BadParameter("- is no file, and standard output holds what the command prints; name one")
    return path


_BOTH_FORMS = "JSON lines, CSV or TSV; .gz too."
_CANDIDATE_FORMS = f"COCO results, JSON {{id: caption}}, {_BOTH_FORMS}"

References = Annotated[
    Path,
    typer.Argument(
        help=f"References: COCO annotations, Karpathy's splits, JSON {{id: [captions]}}, {_BOTH_FORMS}",
        metavar="REFS",
        callback=no_standard_input,
    ),
]
Candidates = Annotated[
    Path | None,
    typer.Argument(
        help=f"Candidates: {_CANDIDATE_FORMS} Without it, the first file holds both sides.",
        metavar="CANDS",
        callback=no_standard_input,
    ),
]
SystemA = Annotated[
    Path,
    typer.Argument(help=f"System A's captions: {_CANDIDATE_FORMS}", metavar="A", callback=no_standard_input),
]
SystemB = Annotated[
    Path,
    typer.Argument(help=f"System B's captions: {_CANDIDATE_FORMS}", metavar="B", callback=no_standard_input),
]

SETTING = (
    "A preset, with changes behind commas: `code-cider,stemmer=plural,sigma=6`. Presets: "
    + ", ".join(PRESETS)
    + ". Fields: stemmer, tf, unseen, clipping, sigma, max_order, scale, idf (corpus, none or a table's "
    "path)."
)
Setting = Annotated[str, typer.Option(help=SETTING)]
Idf = Annotated[
    str | None,
    typer.Option(
        help="IDF source: corpus (the references given), none, or the path of a table. corpus unless "
        "told otherwise.",
        metavar="SOURCE",
    ),
]
NumImages = Annotated[
    int | None,
    typer.Option(help="The table's number of images, where its file does not say it.", metavar="N"),
]
TOKENIZERS = (
    "How captions become words: ptb (as the official scorers do), ptb-java (the official one itself, with "
    "Java), whitespace or characters. Switches behind `+`: nobrackets (of ptb and ptb-java), nfc, such as "
    "`ptb+nobrackets+nfc`."
)
Tokenizer = Annotated[str, typer.Option(help=TOKENIZERS)]
EndToken = Annotated[
    str | None,
    typer.Option(
        help="A word to put behind every caption of both sides, as rewards for training count it: "
        "`--end-token '<eos>'`. A table is to be counted with it, by `df build --end-token`.",
        metavar="WORD",
    ),
]

Missing = Annotated[str, typer.Option(help="Images without a candidate: error, drop or zero.")]
Extra = Annotated[str, typer.Option(help="Candidates without references: error or drop.")]
Duplicates = Annotated[str, typer.Option(help="Images with several candidates: error, first or last.")]

Image = Annotated[str | None, typer.Option(help="The image's id; without it, the mean over all.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON alone.")]
ToHtml = Annotated[
    Path | None, typer.Option("--html", help="Also write a page to this file.", callback=no_standard_output)
]
ToPng = Annotated[
    Path | None, typer.Option("--png", help="Also write a picture to this file.", callback=no_standard_output)
]
#: Said wherever a table is written.
CSV = (
    "Also write {} to this file, in UTF-8. Text that a spreadsheet would run as a formula, for it begins "
    "with =, +, - or @ (such as -lrb-), gets an apostrophe before it; numbers stay as they are."
)
ToCsv = Annotated[
    Path | None, typer.Option("--csv", help=CSV.format("the n-grams"), callback=no_standard_output)
]


class Files(NamedTuple):
    """Whether to print JSON, and what to write beside it."""

    json: bool
    html: Path | None = None
    png: Path | None = None
    csv: Path | None = None

    @property
    def written(self) -> dict[str, Path]:
        """The files to write, by option."""
        given = {"html": self.html, "png": self.png, "csv": self.csv}
        return {option: path for option, path in given.items() if path is not None}

    def check(self, read: Iterable[Path | None]) -> None:
        """Refuse to write over what is read, and a name that ends as another kind of file does.

        Raises
        ------
        ValueError
            Naming the file.
        """
        refuse_overwriting(read, self.written.values())
        for option, path in self.written.items():
            if path.suffix and path.suffix.lower() not in _ENDS[option]:
                raise ValueError(
                    f"--{option} writes {option.upper()}, and {path} ends in {path.suffix}; name a file that "
                    f"ends in {' or '.join(_ENDS[option])}."
                )
