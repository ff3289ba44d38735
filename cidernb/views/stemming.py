"""Words with their stems, and what stemming adds to a score, as HTML with a text twin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from cidernb.studies.stemming import Forgiveness, StemmedWord, TwoSteps
from cidernb.views.palette import CAUSES
from cidernb.views.rendering import number, render, signed

#: The two steps of the cause "stemming": its own colour for the match, a pale one for the counting.
_MATCH, _COUNTED = CAUSES["stemming"].colour, "#56b4e9"


def steps(of_caption: TwoSteps, of_all: TwoSteps, images: int, scale: float) -> Markup:
    """The way from words to stems in two steps, for one caption and for the mean."""
    rows = [
        _score_row("words as written", "written", of_caption.written, of_all.written, scale),
        _step_row("each n-gram takes its stem's df", "document_frequencies", of_caption, of_all, 1, scale),
        _step_row("stems match too", "match", of_caption, of_all, 2, scale),
        _score_row("with stems", "stemmed", of_caption.stemmed, of_all.stemmed, scale),
    ]
    return render("stemming_steps.html", rows=rows, images=images, scale=scale)


def words(candidate: Sequence[StemmedWord], references: int) -> Markup:
    """Each word of the caption with its stem, and how many references and images have it."""
    said = "; ".join(f"{word.word} counts as {word.stem}" for word in candidate)
    return render("stemming_words.html", words=candidate, references=references, twin=said or "blank caption")


def families(by_stem: Mapping[str, Sequence[str]]) -> Markup:
    """Which words a stemmer makes one, and which it only spells in another way."""
    made_one = {stem: members for stem, members in by_stem.items() if len(members) > 1}
    respelled = [(members[0], stem) for stem, members in by_stem.items() if len(members) == 1]
    return render("stemming_families.html", made_one=made_one, respelled=respelled)


def forgiveness(found: Forgiveness) -> Markup:
    """Which inflections of the everyday captions stemming forgives: the correct ones and the slips."""
    groups = [
        {
            "title": title,
            "plural": plural,
            "found": group,
            "forgiven": sum(each.forgiven for each in group),
        }
        for title, plural, group in (
            ("correct English", "correct forms", found.correct),
            ("a slip", "slips", found.slips),
        )
    ]
    return render("stemming_forgiveness.html", groups=groups)


def _score_row(name: str, key: str, caption: float, mean: float, scale: float) -> dict[str, Any]:
    bar = {"left": 0.0, "width": 100 * caption / scale, "points": 0.0, "colour": "var(--c-mute)"}
    return {"name": name, "key": key, "caption": number(caption), "mean": number(mean), "bar": bar}


def _step_row(
    name: str, key: str, caption: TwoSteps, mean: TwoSteps, place: int, scale: float
) -> dict[str, Any]:
    """The step that ends at a place in the two steps."""
    left, right = sorted(caption[place - 1 : place + 1])
    colour = _COUNTED if place == 1 else _MATCH
    bar = {"left": 100 * left / scale, "width": 100 * (right - left) / scale, "colour": colour}
    bar["points"] = caption[place] - caption[place - 1]
    moved = [signed(each[place] - each[place - 1]) for each in (caption, mean)]
    return {"name": name, "key": key, "caption": moved[0], "mean": moved[1], "bar": bar}
