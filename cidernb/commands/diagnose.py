"""diagnose: everything that makes a number mislead, or keeps it from being computed."""

from __future__ import annotations

from cidernb.commands.inputs import AsJson, References, Setting
from cidernb.commands.score import Idf, NumImages, OptionalCandidates, Tokenizer


def diagnose(
    references: References,
    candidates: OptionalCandidates = None,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    json: AsJson = False,
) -> None:
    """Say what misleads in a score of these captions, or why there is none: what, evidence, what to do.

    The exit status is 0 whatever is found, and 2 if a file cannot be read.

    **Examples**

    - `cidernb diagnose refs.json cands.json`

    - `cidernb diagnose refs.csv cands.jsonl --json`
    """
    from cidernb.commands import diagnosed, scored

    setting = scored.Setting(variant, idf, num_images, tokenizer)
    diagnosed.run(references, candidates, setting, json)
