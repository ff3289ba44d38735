"""What `cidernb.score` refuses: everything that is wrong with it, and what of it can be scored."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from cidernb.diagnosis.finding import Finding, some
from cidernb.image_ids import also_written, compare_ids, listed, name_nothing, nothing_shared
from cidernb.validation import (
    Problem,
    candidate_problem,
    captions_by_id,
    is_words,
    take_references,
)


class Usable(NamedTuple):
    """What of the inputs can be scored, and the findings on the rest."""

    candidates: dict[Hashable, str]
    references: dict[Hashable, tuple[str, ...]]
    findings: list[Finding]


#: Kind of problem: what the images or captions are, in one and in many, and what to do.
_KINDS = {
    "list_for_candidate": (
        "candidate is a list",
        "candidates are lists",
        "Give each image one string; of several captions choose one, in files by duplicates "
        '"first" or "last". Here the first of each is looked at.',
    ),
    "several_candidates": (
        "image has several candidates",
        "images have several candidates",
        'Keep one an image, or choose one, in files by duplicates "first" or "last". Here the first of each '
        "is looked at.",
    ),
    "words_for_candidate": (
        "candidate is a list of words",
        "candidates are lists of words",
        "Give each image one string. Here they are joined so.",
    ),
    "not_text": (
        "caption is no text",
        "captions are no text",
        "Give strings; None and NaN are often empty cells of a table. Here they are left out.",
    ),
    "string_for_references": (
        "image has one string for references",
        "images have one string for references",
        "Give a list of strings: a string would be taken apart into characters. Here it is one reference.",
    ),
    "no_references": (
        "image has no reference with a word in it",
        "images have no reference with a word in it",
        "Give each at least one, or leave it out, as it is here.",
    ),
}


def examine(candidates: Any, references: Any) -> Usable:
    """Look through inputs of any shape."""
    findings: list[Finding] = []
    sides = []
    for name, side in (("candidates", candidates), ("references", references)):
        try:
            sides.append(captions_by_id(side, name))
        except (TypeError, ValueError) as error:
            findings.append(Finding("no_captions", "error", str(error), evidence={"side": name}))
            sides.append({})
    said, compared = sides
    if findings:
        return Usable({}, {}, findings)
    if _swapped(said, compared):
        message = (
            "Candidates and references are exchanged: the candidates are lists, and each image has one "
            "caption as its references. Exchange them, as the other findings do: in Python the "
            "candidates come first, on the command line the references."
        )
        evidence = {"candidates": len(said), "references": len(compared)}
        findings.append(Finding("swapped", "error", message, evidence=evidence))
        said, compared = {i: _only(value) for i, value in compared.items()}, said
    nameless = list(dict.fromkeys([*name_nothing(said), *name_nothing(compared)]))
    if nameless:
        message = (
            f"{some(len(nameless), 'id names', 'ids name')} no image: {listed(nameless)}. Name each image "
            "by a number or a text of its own; an empty cell of a table is often read as None or NaN. Here "
            "they are left out."
        )
        evidence = {"ids": len(nameless)}
        findings.append(Finding("not_an_id", "error", message, tuple(nameless), evidence))
        said, compared = ({i: side[i] for i in side if i not in nameless} for side in (said, compared))
    texts, problems = _take_candidates(said)
    of_images, more = _take_references(compared)
    findings += _grouped([*problems, *more])
    texts, ids = _pair(texts, of_images, said, compared)
    common = {i: of_images[i] for i in of_images if i in texts}
    return Usable({i: texts[i] for i in common}, common, findings + ids)


def _swapped(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> bool:
    """Whether candidates look like references and references like candidates.

    A list that holds one caption says nothing of the candidates: official results have it so.
    """
    held = list(candidates.values())
    if not held or not all(isinstance(value, list | tuple | str) for value in held):
        return False
    lists = [value for value in held if isinstance(value, list | tuple)]
    if all(isinstance(value, str) for value in references.values()):
        return len(lists) == len(held)
    several = sum(len(value) > 1 and not is_words(value) for value in lists)
    return 2 * several > len(held) and all(
        isinstance(value, str) or (isinstance(value, list | tuple) and len(value) == 1)
        for value in references.values()
    )


def _only(value: Any) -> Any:
    """The one caption of a list that holds one, or what else there is."""
    return value[0] if isinstance(value, list | tuple) and len(value) == 1 else value


def _take_candidates(said: Mapping[Hashable, Any]) -> tuple[dict[Hashable, str], list[Problem]]:
    texts, problems = {}, []
    for image_id, value in said.items():
        if isinstance(value, str):
            texts[image_id] = value
            continue
        problems.append(candidate_problem(image_id, value))
        if is_words(value):
            texts[image_id] = " ".join(value)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], str):
            texts[image_id] = value[0]
    return texts, problems


def _take_references(
    compared: Mapping[Hashable, Any],
) -> tuple[dict[Hashable, tuple[str, ...]], list[Problem]]:
    texts, problems = {}, []
    for image_id, value in compared.items():
        captions, wrong = take_references(image_id, value)
        problems += wrong
        captions = tuple(caption for caption in captions if isinstance(caption, str))
        if any(map(str.strip, captions)):
            texts[image_id] = captions
    return texts, problems


def _grouped(problems: list[Problem]) -> list[Finding]:
    """One finding a kind, with the first problem's sentence as its example."""
    findings = []
    for kind, (one, many, advice) in _KINDS.items():
        of_kind = [problem for problem in problems if problem.kind == kind]
        if of_kind:
            ids = tuple(dict.fromkeys(problem.image_id for problem in of_kind))
            message = f"{some(len(of_kind), one, many)}. {of_kind[0].message.partition(';')[0]}. {advice}"
            findings.append(
                Finding(kind, "error", message, ids, {"number": len(of_kind), "images": len(ids)})
            )
    return findings


def _pair(
    texts: dict[Hashable, str],
    of_images: Mapping[Hashable, Any],
    said: Mapping[Hashable, Any],
    compared: Mapping[Hashable, Any],
) -> tuple[dict[Hashable, str], list[Finding]]:
    """Candidates by the references' ids, and the findings on ids."""
    missing, extra, of_two_types = compare_ids(said, compared)
    findings = []
    evidence: dict[str, Any]
    if of_two_types:
        first, other = of_two_types[0]
        types = {"references": type(first).__name__, "candidates": type(other).__name__}
        message = (
            f"{some(len(of_two_types), 'id differs', 'ids differ')} in type alone: the references' {first!r} "
            f"is of type {types['references']}, the candidates' {other!r} of type {types['candidates']}. Use "
            "one type for both; here they are taken for the same."
        )
        ids = tuple(i for i, _ in of_two_types)
        evidence = {"images": len(ids), **types}
        findings.append(Finding("ids_differ_in_type", "error", message, ids, evidence))
        written = {of_candidate: of_reference for of_reference, of_candidate in of_two_types}
        texts = {written.get(i, i): text for i, text in texts.items()}
    if said and missing and len(missing) == len(compared):
        sentence = nothing_shared(missing, said)
        message = f"{sentence[0].upper()}{sentence[1:]}."
        evidence = {"images": len(missing), "of": len(compared)}
        return texts, [Finding("missing_candidates", "error", message, tuple(missing), evidence)]
    if missing:
        message = (
            f"There is no candidate for {listed(missing)}, {len(missing)} of {len(compared)}"
            f"{also_written(missing, compared)}. Add it (an "
            'empty string scores 0), or read files with missing="drop" or "zero". Here it is left out.'
        )
        evidence = {"images": len(missing), "of": len(compared)}
        findings.append(Finding("missing_candidates", "error", message, tuple(missing), evidence))
    if extra:
        message = (
            f"There are no references for {listed(extra)}, {len(extra)} of {len(said)} candidates"
            f"{also_written(extra, said)}. Add them, "
            'take the candidate out, or read files with extra="drop". Here it is left out.'
        )
        evidence = {"images": len(extra), "of": len(said)}
        findings.append(Finding("extra_candidates", "error", message, tuple(extra), evidence))
    return texts, findings
