"""All findings on files, be what they hold fit to be scored or not."""

from __future__ import annotations

from cidernb.diagnosis.diagnosing import Diagnosis, diagnose_all
from cidernb.diagnosis.files import ids_of_two_types
from cidernb.readers import Path, read_loosely
from cidernb.result import IdfSource
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant


def diagnose_files(
    references: Path,
    candidates: Path | None = None,
    *,
    variant: str | Variant = "code-cider-d",
    idf: IdfSource = "corpus",
    tokenizer: Tokenizer = "ptb",
    end_token: str | None = None,
) -> Diagnosis:
    """`cidernb.diagnose` on two files, or on one that holds both sides, with an end token if any.

    Raises
    ------
    OSError, ValueError
        If a file is in no form known, or a setting does not exist.
    """
    said, compared, of_two_types = read_loosely(references, candidates)
    found, result = diagnose_all(
        said, compared, variant=variant, idf=idf, tokenizer=tokenizer, end_token=end_token
    )
    return Diagnosis([*found, *ids_of_two_types(of_two_types)], result)
