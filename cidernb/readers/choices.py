"""What to do where candidates and references of files do not meet one to one, and a record of it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from cidernb.image_ids import also_written, compare_ids, listed, nothing_shared
from cidernb.readers.entries import Entries
from cidernb.validation import Several, candidate_problem, is_words, is_written_list, take_references

Missing = Literal["error", "drop", "zero"]
Extra = Literal["error", "drop"]
Duplicates = Literal["error", "first", "last"]


@dataclass(frozen=True, kw_only=True)
class Choices:
    """What to do where files do not fit.

    Parameters
    ----------
    missing : {"error", "drop", "zero"}
        An image without a candidate: refuse, leave it out of mean and IDF, or score it as blank.
    extra : {"error", "drop"}
        A candidate without references: refuse, or leave it out.
    duplicates : {"error", "first", "last"}
        An image with several candidates: refuse, or take one of them.

    Raises
    ------
    ValueError
        For another choice, in a sentence that names it.
    """

    missing: Missing = "error"
    extra: Extra = "error"
    duplicates: Duplicates = "error"

    def __post_init__(self) -> None:
        for field, known in (("missing", Missing), ("extra", Extra), ("duplicates", Duplicates)):
            value, choices = getattr(self, field), get_args(known)
            if not isinstance(value, str) or value not in choices:
                raise ValueError(f"{field} is {value!r}; choose one of {', '.join(choices)}.")


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How the two sides came together; every tuple holds image ids.

    Attributes
    ----------
    choices : Choices
        What was chosen.
    of_two_types : tuple of pairs
        Ids (reference's, candidate's) that were paired because they are written alike.
    missing, extra, duplicates : tuple
        The images that a choice was applied to.
    """

    choices: Choices
    of_two_types: tuple[tuple[Hashable, Hashable], ...] = ()
    missing: tuple[Hashable, ...] = ()
    extra: tuple[Hashable, ...] = ()
    duplicates: tuple[Hashable, ...] = ()


def loose_references(entries: Entries) -> dict[Hashable, Any]:
    """What a file gives as each image's references, be it captions or not."""
    if not entries.unit:
        return dict(zip(entries.ids, entries.captions, strict=True))
    references: dict[Hashable, list[Any]] = {}
    for image_id, value in zip(entries.ids, entries.captions, strict=True):
        references.setdefault(image_id, []).extend(_as_list(value))
    return references


def loose_candidates(entries: Entries, *, both: bool = False) -> dict[Hashable, Any]:
    """What a file gives as each image's candidate, be it a caption or not; of several entries, `Several`.

    Where both sides stand in one file, a candidate is repeated beside each of its references, or its
    other cells are left blank.
    """
    candidates: dict[Hashable, Any] = {}
    several: dict[Hashable, Several] = {}
    for image_id, value in zip(entries.ids, entries.captions, strict=True):
        caption = value[0] if isinstance(value, list) and len(value) == 1 else value
        if image_id not in candidates or (both and _is_blank(candidates[image_id])):
            candidates[image_id] = caption
        elif not (both and (caption == candidates[image_id] or _is_blank(caption))):
            several.setdefault(image_id, Several(_captions(candidates[image_id]))).extend(_captions(caption))
    return candidates | several


def strict_references(entries: Entries) -> dict[Hashable, list[str]]:
    """Each image's references.

    Raises
    ------
    TypeError, ValueError
        For anything but captions; the sentence names the file, the entry or line, and the image.
    """
    references = loose_references(entries)
    if not references:
        raise ValueError(f"{entries.path} holds no references; give at least one image.")
    _refuse_written_lists(entries)
    for image_id, captions in references.items():
        _, problems = take_references(image_id, captions)
        if problems:
            problem = problems[0]
            message = problem.message
            if problem.kind == "string_for_references":
                message = (
                    f"The references of image {image_id!r} are one string; give a list of strings (and the "
                    "references' file first, the candidates' file second)."
                )
            entry = _entry(entries, image_id, problem.reference or 0)
            raise problem.error(f"{entries.where(entry)}: {message[0].lower()}{message[1:]}")
    return references


def strict_candidates(
    entries: Entries, choice: Duplicates = "error", *, both: bool = False
) -> tuple[dict[Hashable, str], list[Hashable]]:
    """Each image's candidate, and the images that had several.

    Raises
    ------
    TypeError, ValueError
        For anything but captions, and for several of an image unless a choice among them is made;
        the sentence names the file, the entry or line, and the image.
    """
    candidates = loose_candidates(entries, both=both)
    if not candidates:
        raise ValueError(f"{entries.path} holds no candidates; give at least one image.")
    _refuse_written_lists(entries)
    several = [
        image_id
        for image_id, value in candidates.items()
        if isinstance(value, list) and len(value) > 1 and not is_words(value)
    ]
    for image_id in several:
        captions = candidates[image_id]
        if choice == "error":
            number = "two" if len(captions) == 2 else str(len(captions))
            place = _entry(entries, image_id, -1)
            image = f"image {image_id!r}"
            if entries.by_position:
                image = f"the image at place {image_id!r} of its list, counted from 0"
            raise ValueError(
                f"{entries.where(place)}: the file has {number} captions for {image}; keep one, "
                'choose duplicates "first" or "last", or see whether these are the references.'
            )
        candidates[image_id] = captions[0 if choice == "first" else -1]
    for image_id, value in candidates.items():
        if not isinstance(value, str):
            message = candidate_problem(image_id, value).message
            raise TypeError(
                f"{entries.where(_entry(entries, image_id, 0))}: {message[0].lower()}{message[1:]}"
            )
    return candidates, several


def pair(
    candidates: Mapping[Hashable, str],
    references: Mapping[Hashable, list[str]],
    choices: Choices,
    duplicates: list[Hashable],
    sides: str,
) -> tuple[dict[Hashable, str], dict[Hashable, list[str]], Reading]:
    """Bring both sides to the references' ids; ids written alike are one, be they numbers or text.

    `sides` names the two in words, to begin a sentence with.

    Raises
    ------
    ValueError
        For images that only one side has, unless a choice is made for them.
    """
    missing, extra, of_two_types = compare_ids(candidates, references)
    parts = []
    if missing and choices.missing == "error":
        twins = also_written(missing, references)
        parts.append(f'no candidate for {listed(missing)}{twins}; add it, or choose missing "drop" or "zero"')
    if extra and choices.extra == "error":
        twins = also_written(extra, candidates)
        parts.append(f'no references for {listed(extra)}{twins}; add them, or choose extra "drop"')
    if len(missing) == len(references):
        parts = [nothing_shared(missing, candidates)]
    if parts:
        raise ValueError(f"{sides} name different images: {'; '.join(parts)}.")
    other = dict(of_two_types)
    lacking = set(missing)
    kept = {i: texts for i, texts in references.items() if choices.missing == "zero" or i not in lacking}
    paired = {i: "" if i in lacking else candidates[other.get(i, i)] for i in kept}
    of_reference = {of_candidate: of_reference for of_reference, of_candidate in of_two_types}
    reading = Reading(
        choices=choices,
        of_two_types=tuple(of_two_types),
        missing=tuple(missing),
        extra=tuple(extra),
        duplicates=tuple(of_reference.get(i, i) for i in duplicates),
    )
    return paired, kept, reading


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _captions(value: Any) -> list[Any]:
    """The candidates that one entry holds; one that is cut into words stays one."""
    return [value] if is_words(value) else _as_list(value)


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and not value.strip()


def _refuse_written_lists(entries: Entries) -> None:
    for number, value in enumerate(entries.captions):
        for caption in value if isinstance(value, list) else (value,):
            if isinstance(caption, str) and is_written_list(caption):
                of_image = "" if entries.unit else f" for image {entries.ids[number]!r}"
                raise ValueError(
                    f"{entries.where(number)} holds a list written as one text{of_image}, "
                    f"{caption.strip()[:30]!r}...; give each caption by itself."
                )


def _entry(entries: Entries, image_id: Hashable, number: int) -> int:
    """The place among the entries of the one that holds an image's n-th caption."""
    if not entries.unit:
        return 0
    places = [
        place
        for place, (held, value) in enumerate(zip(entries.ids, entries.captions, strict=True))
        if held == image_id
        for _ in _as_list(value) or [value]
    ]
    return places[number]
