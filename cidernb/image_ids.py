"""Image ids: what names an image, which of two sides has it, and how messages list some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cidernb.in_messages import in_short


def name_nothing(image_ids: Collection[Hashable]) -> list[Hashable]:
    """The ids that name no image: None, not-a-number and truth values.

    NaN is not even equal to itself, and True is equal to 1.

    Examples
    --------
    >>> name_nothing(["a", 1, None, float("nan"), True])
    [None, nan, True]
    """
    if set(map(type, image_ids)) <= {int, str}:
        return []
    return [image_id for image_id in image_ids if _names_nothing(image_id)]


def _names_nothing(image_id: Hashable) -> bool:
    try:
        return image_id is None or isinstance(image_id, bool) or bool(image_id != image_id)
    except (TypeError, ValueError):  # the missing values of pandas say neither yes nor no
        return True


def check_ids(image_ids: Collection[Hashable]) -> None:
    """Refuse ids that name no image.

    Raises
    ------
    ValueError
        Naming the first.
    """
    nameless = name_nothing(image_ids)
    if nameless:
        raise ValueError(f"An image has the id {nameless[0]!r}; name each by a number or a text of its own.")


def is_known(image_id: Any, images: Mapping[Hashable, Any]) -> bool:
    """Whether there is such an image; anything may stand for its id.

    Examples
    --------
    >>> is_known(1, {1: "a dog"}), is_known(True, {1: "a dog"}), is_known([1], {1: "a dog"})
    (True, False, False)
    """
    return not isinstance(image_id, bool) and isinstance(image_id, Hashable) and image_id in images


def check_known(image_id: Hashable, images: Mapping[Hashable, Any]) -> Hashable:
    """The id itself, if there is such an image.

    Raises
    ------
    ValueError
        Naming it and an id that there is.
    """
    if not is_known(image_id, images):
        raise ValueError(
            f"There is no image {in_short(image_id)} in this evaluation set; choose one of its ids, such as "
            f"{in_short(next(iter(images)))}."
        )
    return image_id


def check_all_known(image_ids: Collection[Hashable], images: Mapping[Hashable, Any]) -> None:
    """The same of several ids."""
    # Plain ids are told at a glance, for a reward asks for those of each batch.
    if not (set(map(type, image_ids)) <= {int, str} and images.keys() >= set(image_ids)):
        for image_id in image_ids:
            check_known(image_id, images)


def check_choice(image_ids: Any, images: Mapping[Hashable, Any]) -> list[Hashable]:
    """The ids of some images, which are to come in a list or the like, each once.

    Raises
    ------
    TypeError
        If they are one string, or nothing to go through.
    ValueError
        If one comes twice, or there is no such image.
    """
    if isinstance(image_ids, str | bytes):
        raise TypeError(f"The ids of the subset are one string, {in_short(image_ids)}; give a list of ids.")
    if not isinstance(image_ids, Iterable):
        raise TypeError(f"The ids of the subset are {in_short(image_ids)}; give a list of ids.")
    chosen = list(image_ids)
    check_all_known(chosen, images)
    if len(set(chosen)) < len(chosen):
        [(twice, _)] = Counter(chosen).most_common(1)
        raise ValueError(
            f"The subset names image {in_short(twice)} twice; name it once, and score several "
            "captions of an image by with_candidates, once for each."
        )
    return chosen


class IdsCompared(NamedTuple):
    """Ids that only one side has; `of_two_types` are pairs (reference's, candidate's) of equal text."""

    missing: list[Hashable]
    extra: list[Hashable]
    of_two_types: list[tuple[Hashable, Hashable]]


def compare_ids(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> IdsCompared:
    """Which ids only one side has, those that differ in type alone apart."""
    missing = [i for i in references if i not in candidates]
    extra = [i for i in candidates if i not in references]
    texts = {str(i): i for i in reversed(extra)}
    pairs = [(i, texts.pop(str(i))) for i in missing if str(i) in texts]
    if pairs:
        of_references, of_candidates = (set(side) for side in zip(*pairs, strict=True))
        missing = [i for i in missing if i not in of_references]
        extra = [i for i in extra if i not in of_candidates]
    return IdsCompared(missing, extra, pairs)


def check_same_ids(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> None:
    """Refuse candidates and references that are not about the same images.

    Raises
    ------
    ValueError
        Naming the ids that only one side has, and ids that differ in type alone.
    """
    missing, extra, of_two_types = compare_ids(candidates, references)
    if of_two_types:
        image_id, other = of_two_types[0]
        raise ValueError(
            f"The references' image id {image_id!r} is of type {type(image_id).__name__}, the "
            f"candidates' {other!r} of type {type(other).__name__}; use one type for both."
        )
    parts = []
    if missing:
        parts.append(f"no candidate for {listed(missing)}; add it, an empty string scores 0")
    if extra:
        parts.append(f"no references for {listed(extra)}; remove it or add its references")
    if parts:
        raise ValueError(f"Candidates and references name different images: {'; '.join(parts)}.")


def nothing_shared(missing: Sequence[Hashable], candidates: Iterable[Hashable]) -> str:
    """That references and candidates have no image in common, with an id of each side, in words."""
    return (
        f"not one id of the references is among the candidates', such as {missing[0]!r} beside "
        f"{next(iter(candidates))!r}; name the images alike on both sides"
    )


def also_written(image_ids: Iterable[Hashable], all_ids: Iterable[Hashable]) -> str:
    """That an id stands beside another that is written like it, in words behind a sentence; else nothing.

    Examples
    --------
    >>> also_written(["1"], [1, 2, "1"])
    " (1 and '1' both occur; write an image's id in one way)"
    >>> also_written([3], [1, 2, 3])
    ''
    """
    written: dict[str, list[Hashable]] = {}
    for image_id in all_ids:
        written.setdefault(str(image_id), []).append(image_id)
    twins = next((written[str(i)] for i in image_ids if len(written.get(str(i), ())) > 1), None)
    if twins is None:
        return ""
    return f" ({twins[0]!r} and {twins[1]!r} both occur; write an image's id in one way)"


def listed(image_ids: Sequence[Hashable]) -> str:
    """The first ids in words."""
    shown = ", ".join(repr(i) for i in image_ids[:3])
    more = f" and {len(image_ids) - 3} more" if len(image_ids) > 3 else ""
    return f"image {shown}{more}" if len(image_ids) == 1 else f"images {shown}{more}"
