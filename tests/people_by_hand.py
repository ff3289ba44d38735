"""Agreement with people the long way round: dictionaries and loops, nothing of the engine.

Words and stems are the package's; everything else is written from the equations.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache

from cidernb.stemmers import stem_words
from cidernb.studies.people import Study
from cidernb.tokenizers import tokenize

Grams = tuple[Counter[tuple[str, ...]], ...]


@lru_cache(maxsize=1 << 16)
def grams(text: str, tokenizer: str, stemmer: str) -> Grams:
    """The n-grams of orders 1 to 4 with their counts."""
    words = stem_words(tokenize(text, tokenizer), stemmer)
    return tuple(Counter(zip(*(words[k:] for k in range(n)), strict=False)) for n in (1, 2, 3, 4))


class Judge:
    """Scores captions by CIDEr, or by the code's CIDEr-D, with the df of some captions."""

    def __init__(
        self, counted: Iterable[Sequence[str]], *, stemmer: str, defended: bool, tokenizer: str = "ptb"
    ) -> None:
        self.tokenizer, self.stemmer, self.defended = tokenizer, stemmer, defended
        self.df: Counter[tuple[str, ...]] = Counter()
        images = 0
        for captions in counted:
            images += 1
            self.df.update({k for text in captions for order in self.grams(text) for k in order})
        self.log_images = math.log(images)
        self._vectors: dict[str, list[tuple[dict[tuple[str, ...], float], float]]] = {}

    def grams(self, text: str) -> Grams:
        return grams(text, self.tokenizer, self.stemmer)

    def vectors(self, text: str) -> list[tuple[dict[tuple[str, ...], float], float]]:
        """For each order the weights of Eq. 1 (raw counts: Eq. 2 does not see the divisor), and the norm."""
        if text not in self._vectors:
            made = []
            for order in self.grams(text):
                g = {k: h * (self.log_images - math.log(max(1, self.df[k]))) for k, h in order.items()}
                made.append((g, math.sqrt(sum(w * w for w in g.values()))))
            self._vectors[text] = made
        return self._vectors[text]

    def similarity(self, candidate: str, reference: str) -> float:
        total = 0.0
        for (c, c_norm), (s, s_norm) in zip(self.vectors(candidate), self.vectors(reference), strict=True):
            if c_norm and s_norm:
                shared = c.keys() & s.keys()
                over = (min(c[k], s[k]) * s[k] if self.defended else c[k] * s[k] for k in shared)
                total += sum(over) / (c_norm * s_norm) / 4
        if self.defended:
            words = (sum(self.grams(text)[0].values()) for text in (candidate, reference))
            total *= math.exp(-((next(words) - next(words)) ** 2) / 72)
        return total

    def score(self, candidate: str, references: Sequence[str]) -> float:
        return sum(self.similarity(candidate, reference) for reference in references) / len(references)


def agreeing(
    study: Study,
    *,
    references: int | None = None,
    counted: Mapping[Hashable, Sequence[str]] | None = None,
    stemmer: str = "porter",
    defended: bool = False,
    tokenizer: str = "ptb",
) -> tuple[int, int]:
    """On how many pairs with a winner CIDEr picks it, and how many pairs those are."""
    judge = Judge(
        (counted or study.references).values(), stemmer=stemmer, defended=defended, tokenizer=tokenizer
    )
    right = pairs = 0
    for pair in study.pairs:
        for_b, for_c = (sum(side == each for each in pair.triplets) for side in "BC")
        if for_b == for_c:
            continue
        texts = [study.references[pair.image][place] for place in pair.places][:references]
        b, c = judge.score(pair.b, texts), judge.score(pair.c, texts)
        pairs += 1
        right += abs(b - c) > 1e-12 and (b > c) == (for_b > for_c)
    return right, pairs
