"""Classes that stand in for those of the official code.

Where a program has

    from pycocoevalcap.cider.cider import Cider

it can have `from cidernb.compat import Cider`, and the same for the authors' `Cider` and `CiderD`.
Same arguments, same numbers to 1e-9; what differs stands with the classes.

For a reward, which scores new captions for the same references again and again, the package itself
is faster: references are encoded once, and a table of document frequencies is kept. The end token
stands behind both sides, and the table is counted with it. Several captions of an image are as many
sets. A subset stands in the order of its set, not of the batch: rewards are looked up by id.

>>> from cidernb import DocumentFrequencies, EvaluationSet, score
>>> references = {1: ["a dog runs", "the dog is running"], 2: ["a cat sits"], 3: ["two cows"]}
>>> training = EvaluationSet(dict.fromkeys(references, ""), references).with_end_token()
>>> table = DocumentFrequencies.from_references(references, end_token=training.end_token)
>>> batch = [2, 1]
>>> images = training.subset(batch)
>>> for sampled in (["a cat with a", "a dog runs"], ["a cat sits", "a dog with"]):
...     scored = score(images.with_candidates(dict(zip(batch, sampled))), idf=table)
...     print([round(scored.per_image[image], 3) for image in batch])
[1.913, 5.422]
[10.0, 1.503]
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

import numpy as np

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.image_ids import is_known
from cidernb.result import score
from cidernb.variant import PRESETS, Variant

Df = str | PathLike[str] | DocumentFrequencies
Results = Mapping[Any, Sequence[str]] | Sequence[Mapping[str, Any]]


class _Scorer:
    def __init__(
        self, test: None = None, refs: None = None, n: int = 4, sigma: float = 6.0, df: Df = "corpus"
    ) -> None:
        if test is not None or refs is not None:
            raise TypeError("Captions are not given here but to compute_score(gts, res).")
        self._df = df if isinstance(df, str) and df == "corpus" else _of_tokens(df)
        self._cider_d = PRESETS["code-cider-d"].replace(max_order=n, sigma=sigma)
        self._cider = PRESETS["code-cider"].replace(max_order=n)

    def _variant(self, results_are_listed: bool) -> Variant:
        raise NotImplementedError

    def compute_score(self, gts: Mapping[Any, Sequence[str]], res: Results) -> tuple[np.float64, Floats]:
        """Score captions that are tokenised: words with spaces between.

        Parameters
        ----------
        gts : mapping of id to list of str
            Each image's references.
        res : mapping of id to list of one str, or list of {"image_id": id, "caption": [str]}
            The candidates: of exactly the images of `gts`, or, in a list, of some of them, an image as
            often as wanted. The IDF "corpus" counts the references of each entry of such a list.

        Returns
        -------
        mean : float
            The mean of the scores.
        scores : array, shape (images,)
            In the order of `gts`, or of the list.

        Raises
        ------
        ValueError, TypeError
            Naming the image, where its captions or ids cannot be used.
        """
        if not isinstance(gts, Mapping):
            raise TypeError(f"gts is a {type(gts).__name__}; give a mapping of image id to references.")
        candidates, references = (_of_mapping(res), gts) if isinstance(res, Mapping) else _of_list(gts, res)
        result = score(
            EvaluationSet(candidates, references),
            variant=self._variant(not isinstance(res, Mapping)),
            idf=self._df,
        )
        scores = result.scores.copy()
        return scores.mean(), scores


class CiderD(_Scorer):
    """The authors' CiderD, CIDEr-D.

    Parameters
    ----------
    test, refs : None
        Kept for their places; the official classes ignore them.
    n : int
        The longest n-gram.
    sigma : float
        Of the length penalty.
    df : {"corpus"}, path or DocumentFrequencies
        Where document frequencies come from: the references given, or a table. A file that does
        not say |I| comes by `DocumentFrequencies.load(path, num_images=40504)`.

    Notes
    -----
    These things differ from the official classes:

    - An error says what is wrong with which image, in place of a bare assertion. Blank references
      alone are an error too; there, the image scores 0.
    - `n` and `sigma` act. The official classes drop `sigma` or `n` on their way, or count four
      orders whatever `n` is.
    - `df` is a file's path, in any layout; there, the name of a file in a folder "data". A table that
      says it was counted with "ptb", as those of `cidernb df build` do, is taken, for captions come
      here from the official tokenizer. One of another tokenizer or of stems is an error.
    - Looking an n-gram up adds nothing to the table, and a second call gives the first one's answer.
    - `compute_score` takes mappings and lists alike.

    Examples
    --------
    >>> gts = {1: ["a brown dog runs fast", "the dog is running on grass"],
    ...        2: ["two cats sleep on a sofa", "cats lying on the couch"]}
    >>> res = [{"image_id": 2, "caption": ["two cats sleep on a sofa"]},
    ...        {"image_id": 1, "caption": ["a brown dog runs fast"]}]
    >>> mean, scores = CiderD().compute_score(gts, res)
    >>> scores.round(6).tolist()
    [5.355867, 5.30819]
    """

    def _variant(self, results_are_listed: bool) -> Variant:
        return self._cider_d

    def method(self) -> str:
        """The name of the metric."""
        return "CIDEr-D"


class Cider(_Scorer):
    """pycocoevalcap's Cider, which is CIDEr-D, and the authors' Cider, which is not.

    The two have one name and two formulas. pycocoevalcap's (and coco-caption's) takes candidates in
    a mapping: then this is CIDEr-D. The authors' takes a list: then it is CIDEr, without clipping
    and length penalty, and `sigma` has no part in it. Parameters and what else differs are those
    of `CiderD`.

    Examples
    --------
    >>> gts = {1: ["a dog runs fast on the wet sand"], 2: ["two cats sleep on a sofa"]}
    >>> res = {1: ["a dog dog dog runs fast"], 2: ["two cats sleep on a sofa"]}
    >>> Cider().compute_score(gts, res)[1].round(4).tolist()
    [2.3696, 10.0]
    >>> listed = [{"image_id": i, "caption": caption} for i, caption in res.items()]
    >>> Cider().compute_score(gts, listed)[1].round(4).tolist()
    [3.1204, 10.0]
    """

    def _variant(self, results_are_listed: bool) -> Variant:
        return self._cider if results_are_listed else self._cider_d

    def method(self) -> str:
        """The name of the metric."""
        return "CIDEr"


def _of_tokens(df: str | PathLike[str] | DocumentFrequencies) -> DocumentFrequencies:
    """A table for captions whose tokens stand with spaces between."""
    table = df if isinstance(df, DocumentFrequencies) else DocumentFrequencies.load(df)
    if table.tokenizer in (None, "whitespace"):
        return table
    if table.tokenizer.partition("+")[0] not in ("ptb", "ptb-java"):
        raise ValueError(
            f"The document frequencies were counted with tokenizer {table.tokenizer!r}, and captions come "
            "here as the tokens of 'ptb'; score them as they were written, by cidernb.score with this "
            "tokenizer."
        )
    return replace(table, tokenizer="whitespace")


def _of_mapping(res: Mapping[Any, Any]) -> dict[Hashable, str]:
    return {image_id: _one_caption(image_id, captions) for image_id, captions in res.items()}


def _of_list(
    gts: Mapping[Any, Sequence[str]], res: Any
) -> tuple[dict[Hashable, str], dict[Hashable, Sequence[str]]]:
    """Both sides by image id, or by id and place where an image comes twice."""
    if isinstance(res, str) or not isinstance(res, Sequence):
        raise TypeError(f"res is a {type(res).__name__}; give a mapping, or a list of results.")
    entries: list[tuple[Hashable, str]] = []
    for place, entry in enumerate(res):
        if not isinstance(entry, Mapping) or not {"image_id", "caption"} <= entry.keys():
            raise TypeError(f'Result {place} is no mapping with "image_id" and "caption"; give it these.')
        image_id = entry["image_id"]
        if not is_known(image_id, gts):
            alike = next((known for known in gts if str(known) == str(image_id)), None)
            hint = "add them to gts" if alike is None else f"gts has {alike!r}, use one type for both"
            raise ValueError(f"There are no references of image {image_id!r}; {hint}.")
        entries.append((image_id, _one_caption(image_id, entry["caption"])))
    ids: list[Hashable] = [image_id for image_id, _ in entries]
    keys = ids if len(set(ids)) == len(ids) else list(zip(ids, range(len(ids)), strict=True))
    captions = (caption for _, caption in entries)
    references = (gts[image_id] for image_id in ids)
    return dict(zip(keys, captions, strict=True)), dict(zip(keys, references, strict=True))


def _one_caption(image_id: Hashable, captions: Any) -> str:
    if isinstance(captions, str) or not isinstance(captions, Sequence):
        raise TypeError(
            f"The candidate of image {image_id!r} is a {type(captions).__name__}; give a list that holds one "
            "string."
        )
    if len(captions) != 1:
        raise ValueError(
            f"Image {image_id!r} has {len(captions)} candidates; give a list that holds one string."
        )
    caption: str = captions[0]
    return caption
