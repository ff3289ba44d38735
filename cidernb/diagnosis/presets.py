"""Which number: the same captions under every preset."""

from __future__ import annotations

from collections.abc import Iterator

from cidernb.diagnosis.finding import Finding
from cidernb.result import Result, score
from cidernb.variant import PRESETS

#: A difference between presets, as a share of the largest, that is worth a word.
_DIFFERENT = 0.05


def which_number(result: Result) -> Iterator[Finding]:
    """Presets that differ on these captions, all with this result's IDF source where they can."""
    means: dict[str, float] = {}
    shares: list[float] = []
    for name, variant in PRESETS.items():
        if variant in map(PRESETS.__getitem__, means):
            continue
        try:
            scored = score(result.evaluation_set, variant=name, idf=result.idf, tokenizer=result.tokenizer)
        except ValueError:  # a table counted with another stemmer
            continue
        means[name] = scored.mean
        shares.append(scored.mean / variant.scale)
    if not means or max(shares) - min(shares) <= _DIFFERENT * max(shares):
        return
    listed = ", ".join(f"{name} {mean:.4f} of {PRESETS[name].scale:g}" for name, mean in means.items())
    yield Finding(
        "which_number",
        "info",
        f"The name CIDEr stands for several scores, and on these captions they differ: {listed}. Tables "
        "print them times 100. Compare only scores of one definition, and give the signature beside them.",
        evidence=means,
    )
