"""The official tokenizer itself: Stanford CoreNLP 3.4.1, run by Java from pycocoevalcap's jar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

from cidernb.tokenizers.ptb import PUNCTUATION

JAR = "stanford-corenlp-3.4.1.jar"
# The captions go in on standard input and come back on standard output, so that there is no file to
# clear away. Java's own encoding is the machine's, which need not be UTF-8.
_OPTIONS = ("-XX:-UsePerfData", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8")
_CLASS = "edu.stanford.nlp.process.PTBTokenizer"
_LINE_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


def ptb_java(caption: str) -> list[str]:
    """Tokenise one caption; for more than one, `tokenize_all` starts Java once."""
    return next(tokenize_all([caption]))


def tokenize_all(captions: Iterable[str]) -> Iterator[list[str]]:
    """Tokenise captions with one start of Java.

    Raises
    ------
    ValueError
        If Java or the jar is missing, or Java fails; the sentence says which.

    Notes
    -----
    Line breaks inside a caption are white space here. In pycocoevalcap's wrapper some of them start
    a new line, and every later caption moves to the next image.
    """
    import subprocess

    java, jar = _java(), _jar()
    lines = [_LINE_BREAKS.sub(" ", caption) for caption in captions]
    if not lines:
        return iter(())
    run = subprocess.run(
        [java, *_OPTIONS, "-cp", str(jar), _CLASS, "-preserveLines", "-lowerCase"],
        input=("\n".join(lines) + "\n").encode("utf-8", "replace"),
        capture_output=True,
        check=False,
    )
    written = run.stdout.decode("utf-8").split("\n")[:-1]
    if run.returncode or len(written) != len(lines):
        said = run.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ValueError(
            f"Java ended with status {run.returncode} and {len(written)} of {len(lines)} captions"
            f"{': ' + said[-1] if said else ''}; use tokenizer='ptb', which needs no Java."
        )
    return map(_words, written)


def _words(line: str) -> list[str]:
    """A line's words as the official scorers see them: punctuation removed, then split again."""
    return " ".join(token for token in line.split(" ") if token not in PUNCTUATION).split()


def _java() -> str:
    from shutil import which

    java = which("java")
    if java is None:
        raise ValueError(
            "The tokenizer 'ptb-java' needs Java, and there is no command java; install Java, or use "
            "tokenizer='ptb', which gives the same words without it."
        )
    return java


def _jar() -> Path:
    spec = find_spec("pycocoevalcap")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        jar = Path(folder) / "tokenizer" / JAR
        if jar.is_file():
            return jar
    raise ValueError(
        f"The tokenizer 'ptb-java' needs {JAR}, which comes with pycocoevalcap; install pycocoevalcap, or "
        "use tokenizer='ptb', which gives the same words without it."
    )
