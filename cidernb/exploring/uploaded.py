"""Files that a reader uploads, read as files on disk are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cidernb.diagnosis.diagnosing import Diagnosis
from cidernb.diagnosis.of_files import diagnose_files
from cidernb.evaluation_set import EvaluationSet
from cidernb.readers import Duplicates, Missing
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant


class Upload(NamedTuple):
    """A file's name and content."""

    name: str
    content: bytes


def read_uploaded(
    references: Upload, candidates: Upload | None, *, missing: Missing, duplicates: Duplicates
) -> EvaluationSet:
    """The evaluation set of two uploaded files, or of one that holds both sides.

    Parameters
    ----------
    references, candidates : Upload
        In any form of `cidernb.readers`.
    missing, duplicates : str
        What to do with images without a candidate, or with several: see `cidernb.readers.Choices`.

    Raises
    ------
    ValueError, TypeError
        If a file cannot be used; the sentence names it.

    Examples
    --------
    >>> table = Upload("mine.csv", b"image_id,candidate,reference_1\\n7,a dog,a dog runs\\n")
    >>> read_uploaded(table, None, missing="error", duplicates="error").references["7"]
    ('a dog runs',)
    """
    with _on_disk(references, candidates) as (on_references, on_candidates):
        return EvaluationSet.from_files(on_references, on_candidates, missing=missing, duplicates=duplicates)


def diagnose_uploaded(
    references: Upload, candidates: Upload | None, *, variant: str | Variant, tokenizer: Tokenizer
) -> Diagnosis:
    """All findings on uploaded files, be what they hold fit to be scored or not.

    Raises
    ------
    ValueError
        If a file is in no form known.
    """
    with _on_disk(references, candidates) as (on_references, on_candidates):
        return diagnose_files(on_references, on_candidates, variant=variant, tokenizer=tokenizer)


@contextmanager
def _on_disk(references: Upload, candidates: Upload | None) -> Iterator[tuple[Path, Path | None]]:
    """Both files on disk, and messages that speak of them by the names they were uploaded with."""
    with TemporaryDirectory() as folder:
        paths = [
            None if upload is None else _write(upload, Path(folder, str(place)))
            for place, upload in enumerate((references, candidates))
        ]
        on_references, on_candidates = paths
        assert on_references is not None
        try:
            yield on_references, on_candidates
        except (ValueError, TypeError) as error:
            message = str(error)
            for path in filter(None, paths):
                message = message.replace(str(path), path.name)
            raise type(error)(message) from None


def _write(upload: Upload, folder: Path) -> Path:
    folder.mkdir()
    path = folder / (PurePath(upload.name).name or "file")
    path.write_bytes(upload.content)
    return path
