"""Other metrics by well-kept implementations: BLEU by sacrebleu, ROUGE by rouge-score, METEOR 1.5.

They come with the extra "baselines": `pip install 'cidernb[baselines]'`. METEOR also needs Java. All
get the captions as tokens with spaces between, the same that CIDEr gets.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, Literal

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.studies.people.curves import Progress, Stop
from cidernb.studies.people.similarities import Over, Similarities
from cidernb.studies.people.study import Study
from cidernb.tokenizers import Tokenizer, tokenize

Rouge = Literal["rouge1", "rougeL"]


@dataclass(frozen=True, eq=False)
class Tokenised:
    """A study's candidates and references as tokens with spaces between.

    Attributes
    ----------
    study : Study
        The pairs.
    candidates : list of (str, str)
        B and C of each pair.
    references : list of list of str
        What each pair is compared with, in the order of its triplets.
    """

    study: Study
    candidates: list[tuple[str, str]]
    references: list[list[str]]


def tokenised(study: Study, tokenizer: Tokenizer = "ptb") -> Tokenised:
    """A study's captions as tokens with spaces between."""

    @cache
    def join(text: str) -> str:
        return " ".join(tokenize(text, tokenizer))

    return Tokenised(
        study,
        [(join(pair.b), join(pair.c)) for pair in study.pairs],
        [[join(study.references[pair.image][place]) for place in pair.places] for pair in study.pairs],
    )


@dataclass(frozen=True, eq=False)
class Bleu:
    """Sentence-level BLEU of a study by sacrebleu: clipped by the most that any reference has.

    A reference does not add a similarity of its own, so that scores are worked out for each choice
    of references.

    Parameters
    ----------
    captions : Tokenised
        The captions.
    order : int
        The longest n-gram, 1 to 4.
    """

    captions: Tokenised
    order: int = 1

    def scores(self, kept: Booleans | None = None) -> Floats:
        """The scores of B and C, 0 to 100; shape (pairs, 2).

        Parameters
        ----------
        kept : array of bool, shape (pairs, most), optional
            The references to compare with; all by default.
        """
        metric = self._metric()
        found = []
        for number, (both, references) in enumerate(
            zip(self.captions.candidates, self.captions.references, strict=True)
        ):
            used = references
            if kept is not None:
                used = [text for text, keep in zip(references, kept[number], strict=False) if keep]
            found.append([metric.sentence_score(text, used).score for text in both])
        return np.array(found)

    def _metric(self) -> Any:
        _need("sacrebleu")
        from sacrebleu.metrics.bleu import BLEU

        # The captions are tokens already; a caption shorter than the order has the orders it has.
        return BLEU(max_ngram_order=self.order, tokenize="none", effective_order=True, force=True)


def rouge(captions: Tokenised, kind: Rouge = "rouge1", over: Over | None = None) -> Similarities:
    """ROUGE by rouge-score: the recall of ROUGE-1, the F-measure of ROUGE-L, with each reference.

    Parameters
    ----------
    captions : Tokenised
        The captions.
    kind : {"rouge1", "rougeL"}
        Which.
    over : {"mean", "best"}, optional
        What several references make. By default the mean for ROUGE-1, a recall over all references,
        and the best for ROUGE-L: of ROUGE the CIDEr paper describes the best for L and S alone.

    Raises
    ------
    ValueError
        If rouge-score is not installed.
    """
    _need("rouge_score")
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer([kind], tokenizer=_Words())

    @cache
    def similarity(reference: str, candidate: str) -> float:
        found = scorer.score(reference, candidate)[kind]
        return float(found.recall if kind == "rouge1" else found.fmeasure)

    return _similarities(captions, similarity, over or ("mean" if kind == "rouge1" else "best"))


class _Words:
    """What rouge-score asks for a tokenizer: its own would drop all but letters and digits."""

    def tokenize(self, text: str) -> list[str]:
        return text.split()


def has_meteor() -> bool:
    """Whether METEOR 1.5 can run: pycocoevalcap holds it and there is Java."""
    return shutil.which("java") is not None and find_spec("pycocoevalcap") is not None


def meteor_steps(captions: Tokenised) -> Iterator[Floats]:
    """METEOR 1.5 of a pair's candidates with each reference, pair by pair; (2, references) each.

    Java needs half a minute to start, then some tenths of a second a pair. With several references
    METEOR takes the best, so that these are all it needs for any choice of them.

    Raises
    ------
    ValueError
        If Java or pycocoevalcap is missing.
    """
    if not has_meteor():
        raise ValueError("METEOR needs Java and pycocoevalcap; install both, or leave METEOR out.")
    from pycocoevalcap.meteor.meteor import Meteor

    scorer = Meteor()
    try:
        for both, references in zip(captions.candidates, captions.references, strict=True):
            entries = [(text, reference) for text in both for reference in references]
            compared = {number: [reference] for number, (_, reference) in enumerate(entries)}
            said = {number: [text] for number, (text, _) in enumerate(entries)}
            _, scores = scorer.compute_score(compared, said)
            yield np.array(scores).reshape(2, -1)
    finally:
        # Its own clean-up leaves the two pipes open that it reads from.
        for pipe in (scorer.meteor_p.stdout, scorer.meteor_p.stderr):
            pipe.close()


def meteor(captions: Tokenised, progress: Progress | None = None, stop: Stop | None = None) -> Similarities:
    """METEOR 1.5 of all candidates with all references.

    Parameters
    ----------
    captions : Tokenised
        The captions.
    progress : callable, optional
        Called after each pair with how many are done and how many there are.
    stop : callable, optional
        Asked after each pair; once it says True, a ValueError ends the work.

    Raises
    ------
    ValueError
        If Java or pycocoevalcap is missing, or the work was stopped.
    """
    study = captions.study
    values = np.full((len(study.pairs), 2, study.most), -np.inf)
    for number, found in enumerate(meteor_steps(captions)):
        values[number, :, : found.shape[1]] = found
        if progress is not None:
            progress(number + 1, len(study.pairs))
        if stop is not None and stop():
            raise ValueError("METEOR was stopped; nothing of it is kept.")
    return Similarities(values, study.asked, "best")


def _similarities(captions: Tokenised, similarity: Callable[[str, str], float], over: Over) -> Similarities:
    study = captions.study
    values = np.zeros((len(study.pairs), 2, study.most))
    for number, (both, references) in enumerate(zip(captions.candidates, captions.references, strict=True)):
        for side, text in enumerate(both):
            values[number, side, : len(references)] = [similarity(one, text) for one in references]
    return Similarities(values, study.asked, over)


def _need(module: str) -> None:
    if find_spec(module) is None:
        name = module.replace("_", "-")
        raise ValueError(f"{name} is not installed; install cidernb[baselines], or leave this metric out.")
