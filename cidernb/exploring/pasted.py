"""Captions as people paste them: a line each, the image's id before the caption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.exploring.world import Pool, World, world_of

#: What may stand between id and caption; the first of them in a line does.
_BETWEEN = re.compile(r"[\t,|]")

#: What ends a line. Other separators that Unicode knows may stand within a caption.
_LINE_END = re.compile(r"\r\n|\r|\n")

#: The everyday scenes to start from, and how many references of each.
_FIRST_SCENES = ("beach-dogs", "blue-bike", "orange-stall", "pizza-oven", "chart-meeting", "puddle-boots")
_FIRST_REFERENCES = 5

_FORM = "write it as “id, caption”"


class Line(NamedTuple):
    """One pasted line: its number from 1, the image's id and the caption."""

    number: int
    image_id: str
    caption: str


def read_lines(text: str, what: str) -> Iterator[Line]:
    """Take pasted text apart; lines with nothing on them are left out.

    Parameters
    ----------
    text : str
        Lines with an id, a tab, comma or "|", and a caption. The first such sign in a line
        separates; what follows it belongs to the caption. A caption may be blank.
    what : str
        "candidates" or "references", for messages.

    Raises
    ------
    ValueError
        If a line has no such sign, or nothing before it; the sentence names the line.

    Examples
    --------
    >>> [tuple(line) for line in read_lines("a, one dog, running", "candidates")]
    [(1, 'a', 'one dog, running')]
    """
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        if not line.strip():
            continue
        image_id, *caption = _BETWEEN.split(line, maxsplit=1)
        where = f"Line {number} of the {what}, “{_short(line)}”,"
        if not caption:
            raise ValueError(f"{where} has no tab, comma or | between id and caption; {_FORM}.")
        if not image_id.strip():
            raise ValueError(f"{where} has no id before the caption; {_FORM}.")
        yield Line(number, image_id.strip(), caption[0].strip())


def read_pasted(candidates: str, references: str) -> EvaluationSet:
    """An evaluation set of pasted captions, in the order of the references.

    Parameters
    ----------
    candidates : str
        One line an image.
    references : str
        One line or more an image, in any order.

    Raises
    ------
    ValueError
        If a line cannot be read, an image has two candidates, or only one of both sides has it;
        the sentence names the line or the id.

    Examples
    --------
    >>> images = read_pasted("a, a dog", "a | a dog runs\\na | the dog")
    >>> images.candidates["a"], images.references["a"]
    ('a dog', ('a dog runs', 'the dog'))
    """
    said: dict[str, Line] = {}
    for line in read_lines(candidates, "candidates"):
        first = said.setdefault(line.image_id, line)
        if first is not line:
            raise ValueError(
                f"Line {line.number} of the candidates is a second one for “{line.image_id}”, after line "
                f"{first.number}; keep one of them."
            )
    compared: dict[str, list[str]] = {}
    first_line: dict[str, int] = {}
    for line in read_lines(references, "references"):
        compared.setdefault(line.image_id, []).append(line.caption)
        first_line.setdefault(line.image_id, line.number)
    _check(said, first_line)
    for image_id, captions in compared.items():
        if not any(map(str.strip, captions)):
            raise ValueError(f"The references of “{image_id}” have no word; give it one or take it out.")
    return EvaluationSet({image_id: line.caption for image_id, line in said.items()}, compared)


def _check(said: dict[str, Line], compared: dict[str, int]) -> None:
    """Refuse sides that are empty, or not about the same images."""
    for held, what in ((said, "candidates"), (compared, "references")):
        if not held:
            raise ValueError(f"There are no {what} yet; paste a line for each, “id, caption”.")
    for image_id, line in said.items():
        if image_id not in compared:
            raise ValueError(
                f"“{image_id}”, line {line.number} of the candidates, has no reference; paste one or more, "
                "or take the candidate out."
            )
    for image_id, number in compared.items():
        if image_id not in said:
            raise ValueError(
                f"“{image_id}”, line {number} of the references, has no candidate; paste one (“{image_id},” "
                "for a blank one) or take its references out."
            )


def own_world(images: EvaluationSet, tokenizer: str) -> World:
    """A world of a reader's captions; its pool is the references of the everyday captions."""
    pool = tuple(everyday_captions().evaluation_set().references.values())
    pools = {"everyday": Pool(f"{len(pool)} everyday scenes", pool)}
    return replace(world_of(images, tokenizer=tokenizer), pools=pools)


def as_pasted(images: EvaluationSet) -> tuple[str, str]:
    """Candidates and references of a set, as lines that `read_pasted` reads."""
    candidates = [f"{image_id}, {text}" for image_id, text in images.candidates.items()]
    references = [f"{image_id}, {text}" for image_id, texts in images.references.items() for text in texts]
    return "\n".join(candidates), "\n".join(references)


def first_captions() -> EvaluationSet:
    """Captions of a few everyday scenes, for those who have none of their own at hand."""
    return everyday_captions().evaluation_set().subset(_FIRST_SCENES).first_references(_FIRST_REFERENCES)


def _short(text: str) -> str:
    return text.strip() if len(text.strip()) <= 40 else text.strip()[:39] + "…"
