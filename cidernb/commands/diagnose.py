"""diagnose: everything that makes a number mislead, or keeps it from being computed."""

from __future__ import annotations

from cidernb.commands.options import (
    AsJson,
    Candidates,
    EndToken,
    Idf,
    NumImages,
    References,
    Setting,
    Tokenizer,
)


def diagnose(
    references: References,
    candidates: Candidates = None,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    end_token: EndToken = None,
    json: AsJson = False,
) -> None:
    """Say what misleads in a score of these captions, or why there is none: what, evidence, what to do.

    What score refuses unless a choice is made for it (images without a candidate, with several, without
    references) is a finding here. The exit status is 0 whatever is found, and 2 if a file cannot be read.
    In Python: `cidernb.diagnose`.

    **Examples**

    - `cidernb diagnose refs.json cands.json`

    - `cidernb diagnose refs.csv cands.jsonl --json`
    """
    from cidernb.commands import diagnosed, inputs

    setting = inputs.Settings((variant,), idf, num_images, tokenizer, end_token)
    diagnosed.run(references, candidates, setting, json)
