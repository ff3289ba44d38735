"""`diagnose`: all findings on captions, be they fit to be scored or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from cidernb.diagnosis import (
    end_tokens,
    files,
    lengths,
    look_alikes,
    other_images,
    presets,
    references,
    reward,
    tables,
    text,
    weights,
)
from cidernb.diagnosis.finding import Finding, in_order
from cidernb.diagnosis.inputs import examine
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import IdfSource, Result, score
from cidernb.tokenizers import UNSAID, Tokenizer, given_or_usual, tokenizer_name
from cidernb.variant import Variant, as_variant

_CHECKS: tuple[Callable[[Result], Iterator[Finding]], ...] = (
    files.reading,
    weights.zero_weights,
    tables.negative_idf,
    tables.nearly_constant_idf,
    tables.table_too_short,
    tables.known_share,
    end_tokens.end_token_unknown_to_table,
    text.written_lists,
    text.untokenized,
    text.mixed_unicode_forms,
    look_alikes.look_alikes,
    text.unsegmented,
    text.html_entities,
    reward.marker_on_one_side,
    reward.word_numbers,
    reward.unfinished,
    other_images.captions_of_other_images,
    references.blank_references_count,
    lengths.lost_to_length,
    lengths.repetition,
    lengths.unusual_sigma,
    end_tokens.end_token_of_table_alone,
    weights.few_images,
    lengths.empty_orders,
    lengths.blank_candidates,
    weights.nothing_matches,
    references.ceiling,
    references.duplicate_references,
    references.short_references,
    text.bracket_tokens,
    text.line_breaks,
)


def find(result: Result) -> tuple[Finding, ...]:
    """All findings on a result, warnings before infos."""
    return in_order(chain.from_iterable(check(result) for check in _CHECKS))


def diagnose(
    candidates: Any,
    references: Any = None,
    *,
    variant: str | Variant = "code-cider-d",
    idf: IdfSource = "corpus",
    tokenizer: Tokenizer = UNSAID,
) -> list[Finding]:
    """Say in which ways a score of these captions misleads, or why there is none.

    Parameters
    ----------
    candidates, references, variant, idf, tokenizer
        As `cidernb.score` takes them, or should; in place of captions anything may stand.

    Returns
    -------
    list of Finding
        Errors first: what `score` refuses, all of it. Then warnings and infos on what can be
        scored, which is `result.findings` and how the presets differ on these captions.

    Raises
    ------
    ValueError, TypeError
        If the variant, the IDF source or the tokenizer does not exist.

    Examples
    --------
    >>> for finding in diagnose({1: "a dog", 2: None}, {1: ["a dog runs"], 2: "a cat"}):
    ...     print(finding.severity, finding.code, finding.image_ids)
    error not_text (2,)
    error string_for_references (2,)
    warning one_image (1,)
    info empty_orders (1,)
    info short_references (1,)
    """
    found = diagnose_all(candidates, references, variant=variant, idf=idf, tokenizer=tokenizer)
    return list(in_order(found.findings))


class Diagnosis(NamedTuple):
    """Findings, and the result on what can be scored; None if nothing can."""

    findings: list[Finding]
    result: Result | None


def diagnose_all(
    candidates: Any,
    references: Any,
    *,
    variant: str | Variant,
    idf: IdfSource,
    tokenizer: Tokenizer,
    end_token: str | None = None,
) -> Diagnosis:
    """What `diagnose` finds, in no order, and what was scored for it."""
    from_files = isinstance(candidates, EvaluationSet) and candidates.reading is not None
    tokenizer = given_or_usual(tokenizer, from_files=from_files)
    findings, variant, idf = _examine_table(variant, idf, tokenizer)
    if isinstance(candidates, EvaluationSet) and references is None:
        images = candidates
    else:
        usable = examine(candidates, references)
        findings += usable.findings
        if not usable.candidates:
            return Diagnosis(findings, None)
        images = EvaluationSet(usable.candidates, usable.references).with_end_token(end_token)
    result = score(images, variant=variant, idf=idf, tokenizer=tokenizer)
    return Diagnosis([*findings, *result.findings, *presets.which_number(result)], result)


def _examine_table(
    variant: str | Variant, idf: IdfSource, tokenizer: Tokenizer
) -> tuple[list[Finding], str | Variant, IdfSource]:
    """The findings on a table that `score` refuses, and the variant and IDF source to go on with."""
    chosen, name = as_variant(variant), tokenizer_name(tokenizer)
    if not isinstance(idf, DocumentFrequencies):
        return [], variant, idf
    if variant == "coco-caption":
        message = (
            "coco-caption has no choice of IDF source, it counts the evaluated images. Use code-cider-d, the "
            "same formula, with this table; the other findings are on that."
        )
        return [Finding("no_choice_of_idf", "error", message)], chosen, idf
    pairs = (("tokenizer", idf.tokenizer, name), ("stemmer", idf.stemmer, chosen.stemmer))
    for what, of_table, here in pairs:
        if of_table is not None and of_table != here:
            message = (
                f"The table was counted with {what} {of_table!r}, the captions are treated with {here!r}: "
                f"their n-grams do not meet. Count the table again with {what}={here!r}, or score with its "
                f"{what}; the other findings are on corpus IDF."
            )
            evidence = {"table": of_table, "captions": here}
            return (
                [Finding("table_of_other_treatment", "error", message, evidence=evidence)],
                variant,
                "corpus",
            )
    return [], variant, idf
