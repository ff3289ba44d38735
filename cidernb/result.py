"""A score that carries what it is made of."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.frozen import FrozenData, FrozenDict
from cidernb.in_messages import in_short, what_is
from cidernb.scoring import Cells, make_cells, score_orders
from cidernb.signature import DataDescription, methods_sentence, write_signature
from cidernb.tokenizers import UNSAID, Tokenizer, check_tokenizer, given_or_usual, tokenizer_name
from cidernb.variant import Variant, as_variant
from cidernb.weighting import Weighting, weigh

if TYPE_CHECKING:
    from cidernb.diagnosis import Finding

IdfSource = str | DocumentFrequencies


@dataclass(frozen=True, eq=False)
class Result(FrozenData):
    """What `cidernb.score` returns.

    Attributes
    ----------
    evaluation_set : EvaluationSet
        What was scored.
    variant : Variant
        The definition of CIDEr.
    idf : {"corpus", "none"} or DocumentFrequencies
        The IDF source.
    tokenizer : str or function
        The tokenizer's name, or the function given in its place.
    per_order : array, shape (images, N)
        Each image's score of each order on the variant's scale, penalty included; a score is
        `per_order @ variant.weights`.
    """

    evaluation_set: EvaluationSet
    variant: Variant
    idf: IdfSource
    tokenizer: Tokenizer
    per_order: Floats

    @cached_property
    def weighting(self) -> Weighting:
        """The weights of all n-grams."""
        encoding = self.evaluation_set.encoding(self.tokenizer, self.variant.stemmer, self.variant.max_order)
        return weigh(encoding, self.idf)

    @cached_property
    def cells(self) -> Cells:
        """What each order of each reference adds to the scores."""
        return make_cells(self.weighting, self.variant)

    @cached_property
    def scores(self) -> Floats:
        """The images' scores, shape (images,), in the order of the references (Eqs. 3 and 5)."""
        scores: Floats = self.per_order @ np.array(self.variant.weights)
        scores.setflags(write=False)
        return scores

    @cached_property
    def per_image(self) -> Mapping[Hashable, float]:
        """Each image's score by id, in the order of the references."""
        return FrozenDict(zip(self.evaluation_set.ids, self.scores.tolist(), strict=True))

    @property
    def mean(self) -> float:
        """The corpus score: the mean over images, blank candidates included."""
        return float(self.scores.mean())

    @cached_property
    def data(self) -> DataDescription:
        """What the signature says of the data."""
        sizes = self.weighting.encoding.sizes
        low, high = int(sizes.min()), int(sizes.max())
        if isinstance(self.idf, DocumentFrequencies):
            idf = f"table[{self.idf.num_images},{self.idf.digest}]"
        else:
            idf = f"corpus[{len(sizes)}]" if self.idf == "corpus" else self.idf
        references = str(low) if low == high else f"{low}-{high}"
        return DataDescription(idf, references, tokenizer_name(self.tokenizer), self.evaluation_set.end_token)

    @property
    def signature(self) -> str:
        """One line that says which CIDEr this is; `parse_signature` reads it back."""
        return write_signature(self.variant, self.data)

    def methods_sentence(self) -> str:
        """The signature in words fit for a paper."""
        return methods_sentence(self.variant, self.data)

    @property
    def findings(self) -> list[Finding]:
        """Ways in which this number misleads, warnings first; empty where none was found."""
        return list(self._findings)

    @cached_property
    def _findings(self) -> tuple[Finding, ...]:
        from cidernb.diagnosis import find

        return find(self)

    def __repr__(self) -> str:
        return f"<{self.variant.name} {self.mean:.4f} over {len(self.scores)} images>"


def score(
    candidates: EvaluationSet | Mapping[Hashable, str] | list[str],
    references: Mapping[Hashable, list[str]] | list[list[str]] | None = None,
    *,
    variant: str | Variant = "code-cider-d",
    idf: IdfSource = "corpus",
    tokenizer: Tokenizer = UNSAID,
) -> Result:
    """Score captions by any CIDEr.

    Parameters
    ----------
    candidates : mapping of id to str, sequence of str, or EvaluationSet
        One caption an image; sequences get the ids 0, 1, 2, ... An evaluation set holds the
        references too, and keeps its encoding: scoring it again only weighs it anew.
    references : mapping of id to sequence of str, or sequence of sequences of str
        Each image's references.
    variant : str or Variant
        A name in `cidernb.PRESETS`, or a variant of your own.
    idf : {"corpus", "none"} or DocumentFrequencies
        Document frequencies from the references given, none (every weight is the count), or from
        a table.
    tokenizer : str or function
        How captions become words: a tokenizer of `cidernb.tokenize`, "ptb" being the official one.
        Where none is given, captions that an evaluation set read from files are split by "ptb".

    Returns
    -------
    Result
        `.mean`, `.per_image`, `.per_order`, `.signature`, `.findings`; scores run from 0 to
        `variant.scale` (above it only where IDF is negative).

    Raises
    ------
    ValueError, TypeError
        For input that cannot be scored, in a sentence that names the image or setting.

    Notes
    -----
    Eqs. 1 to 5 of Vedantam, Zitnick and Parikh (2015). "code-cider-d" equals the official
    CIDEr-D and coco-caption's CIDEr, "code-cider" the official repository's CIDEr.

    Examples
    --------
    >>> result = score(["a brown dog runs fast", "two cats sleep on a sofa"],
    ...                [["a brown dog runs fast", "the dog is running on grass"],
    ...                 ["two cats sleep on a sofa", "cats lying on the couch"]])
    >>> {image: round(value, 6) for image, value in result.per_image.items()}
    {0: 5.30819, 1: 5.355867}
    """
    chosen = as_variant(variant)
    images = _evaluation_set(candidates, references)
    tokenizer = check_tokenizer(given_or_usual(tokenizer, from_files=images.reading is not None))
    _check_idf(idf, tokenizer_name(tokenizer), chosen)
    if idf != "corpus" and variant == "coco-caption":
        raise ValueError(
            "coco-caption has no choice of IDF source, it counts the evaluated images; use "
            'variant="code-cider-d", the same formula, with this idf.'
        )
    encoding = images.encoding(tokenizer, chosen.stemmer, chosen.max_order)
    weighting = weigh(encoding, idf)
    cells = make_cells(weighting, chosen)
    result = Result(images, chosen, idf, tokenizer, score_orders(encoding, cells, chosen))
    vars(result).update(weighting=weighting, cells=cells)
    return result


def check_result(value: object, name: str) -> None:
    """Refuse what is not a result.

    Raises
    ------
    TypeError
        Naming it.
    """
    if not isinstance(value, Result):
        raise TypeError(f"{name} is {what_is(value)}; give a result of cidernb.score.")


def _evaluation_set(candidates: object, references: object) -> EvaluationSet:
    if not isinstance(candidates, EvaluationSet):
        if references is None:
            raise TypeError("There are no references; give them second, behind the candidates.")
        return EvaluationSet(candidates, references)  # type: ignore[arg-type]  # it checks them
    if references is not None:
        raise TypeError("An EvaluationSet holds its own references; give it alone.")
    return candidates


def _check_idf(idf: object, tokenizer: str, variant: Variant) -> None:
    if isinstance(idf, DocumentFrequencies):
        for name, of_table, here in (
            ("tokenizer", idf.tokenizer, tokenizer),
            ("stemmer", idf.stemmer, variant.stemmer),
        ):
            if of_table is not None and of_table != here:
                raise ValueError(
                    f"The document frequencies were counted with {name} {of_table!r}, the captions are "
                    f"treated with {here!r}; count them again with {name}={here!r}."
                )
    elif not isinstance(idf, str):
        raise TypeError(f'idf is {in_short(idf)}; give "corpus", "none" or a cidernb.DocumentFrequencies.')
    elif idf not in ("corpus", "none"):
        raise ValueError(f'idf is {in_short(idf)}; give "corpus", "none" or a cidernb.DocumentFrequencies.')
