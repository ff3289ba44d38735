"""What the documented example claims, each as a state of the explorer that shows it on one image."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cidernb.example import documented_example
from cidernb.exploring.setting import Setting, shown
from cidernb.studies.effects import in_two_companies
from cidernb.studies.record import documented_lines
from cidernb.variant import PRESETS, Variant

#: The image that shows every claim but those that name one: "three red circle".
IMAGE = 32

#: The image whose captions the data check prints.
_PRINTED_IMAGE = 2


def _preset(name: str) -> Variant:
    return shown(PRESETS[name])


_CIDER, _CIDER_D = _preset("code-cider"), _preset("code-cider-d")


@dataclass(frozen=True)
class Claim:
    """A claim of the documented example.

    Attributes
    ----------
    label : str
        The check and what it says, in a few words.
    check : str
        The name of the check.
    line : int
        Which of the check's lines speaks of it, from 0.
    says : str
        The claim in a sentence.
    look : str
        What to look at in the explorer.
    after : Setting
        The state that shows it; its image is given by `image`.
    before : Setting or None
        The state to compare with.
    tab : str
        The explorer's view to look at first.
    image : callable
        The image that shows it.
    """

    label: str
    check: str
    line: int
    says: str
    look: str
    after: Setting
    before: Setting | None = None
    tab: str = "causes"
    image: Callable[[], int] = lambda: IMAGE

    @property
    def documented(self) -> str:
        """The documented line that speaks of it."""
        return documented_lines()[self.check][self.line].strip()

    def states(self) -> tuple[Setting, Setting | None]:
        """The state that shows the claim and the one to compare with."""
        image = self.image()
        before = None if self.before is None else self.before.replace(image=image)
        return self.after.replace(image=image), before


def _most_moved() -> int:
    """The image whose score differs most between the two evaluation sets of H4."""
    return int(np.argmax(np.abs(in_two_companies(documented_example()).difference)))


_ONCE = Setting(IMAGE, variant=_CIDER)
_UNIGRAMS = Setting(IMAGE, variant=_CIDER.replace(max_order=1))
_CLIPPED_UNIGRAMS = Setting(IMAGE, variant=_CIDER_D.replace(max_order=1, sigma=None))

#: By key, in the documented order.
CLAIMS: dict[str, Claim] = {
    "data": Claim(
        label="data check · grammar is the captioner's only error",
        check="data check",
        line=6,
        says="The captioner reads count, colour and shape of every picture; all it gets wrong is the plural.",
        look="The underlined words are shared: the caption has the singular, most references the plural.",
        after=Setting(IMAGE),
        tab="references",
        image=lambda: _PRINTED_IMAGE,
    ),
    "C1": Claim(
        label="C1 · two readings of an unseen n-gram",
        check="C1",
        line=2,
        says=(
            "Said twice, a caption holds n-grams that no reference of any image has. The floor counts them "
            "as rare; in the limit they outweigh everything else of their order."
        ),
        look="One cause moves the score. Under n-grams, only single words still earn.",
        after=_ONCE.replace(repeat=2, variant=_CIDER.replace(unseen="limit")),
        before=_ONCE.replace(repeat=2),
    ),
    "C2-all": Claim(
        label="C2 · Eq. 4 against the code, divided over all orders",
        check="C2",
        line=1,
        says=(
            "Eq. 4 clips weights that are divided by each caption's own number of n-grams. Where the caption "
            "is the shorter, that gives at most what clipping counts gives."
        ),
        look="The only cause is the clipping reading. References shows which similarities fell.",
        after=Setting(IMAGE, variant=_preset("paper-cider-d-eq4-all")),
        before=Setting(IMAGE),
    ),
    "C2-order": Claim(
        label="C2 · Eq. 4 against the code, divided over order n",
        check="C2",
        line=2,
        says="The same with the other reading of Eq. 1: divided by the n-grams of that order alone.",
        look="The score lies elsewhere than under the first reading, and again not above the code's.",
        after=Setting(IMAGE, variant=_preset("paper-cider-d-eq4-order")),
        before=Setting(IMAGE),
    ),
    "C3-alone": Claim(
        label="C3 · an image alone scores 0",
        check="C3",
        line=1,
        says="An image that is scored alone gets exactly 0: each of its n-grams stands in 1 of 1 images.",
        look="Every df is 1, of 1 image, and so every IDF is ln 1 = 0.",
        after=Setting(IMAGE, company="alone"),
        tab="ngrams",
    ),
    "C3-pool": Claim(
        label="C3 · alone, with an IDF source of its own",
        check="C3",
        line=2,
        says="With document frequencies from other scenes an image alone has a score.",
        look="One cause, the IDF source, brings all of it.",
        after=Setting(IMAGE, company="alone", idf="pool"),
        before=Setting(IMAGE, company="alone"),
    ),
    "H4": Claim(
        label="H4 · the same caption in other company",
        check="H4",
        line=1,
        says=(
            "Every image scores differently among images of its own colour than among images of the others. "
            "This is the image with the largest difference."
        ),
        look="Caption and references are the same on both sides. Under n-grams, find the colour's IDF.",
        after=Setting(IMAGE, company="colour"),
        before=Setting(IMAGE, company="mixed"),
        image=_most_moved,
    ),
    "H5a": Claim(
        label="H5a · a cosine does not see repetition",
        check="H5",
        line=2,
        says="Said twice, a caption's unclipped cosine of single words stays as it was.",
        look="Before and after are the same, though every count has doubled.",
        after=_UNIGRAMS.replace(repeat=2),
        before=_UNIGRAMS,
    ),
    "H5b": Claim(
        label="H5b · clipping halves it",
        check="H5",
        line=2,
        says="With clipping, and without the length penalty, saying it twice leaves half of that term.",
        look="After is half of before: the counts are clipped to the reference's, the norm is not.",
        after=_CLIPPED_UNIGRAMS.replace(repeat=2),
        before=_CLIPPED_UNIGRAMS,
    ),
    "H5c": Claim(
        label="H5c · CIDEr-D falls",
        check="H5",
        line=2,
        says="With all its defences CIDEr-D falls on every image when the caption is said twice.",
        look="Points shows how much goes to clipping and how much to wording across the join.",
        after=Setting(IMAGE, repeat=2),
        before=Setting(IMAGE),
    ),
    "R": Claim(
        label="R · one reference and ten",
        check="R",
        line=5,
        says="References enter twice: the caption is compared with them, and the IDF counts them.",
        look="The two causes are apart. The mean rises with ten references; an image need not.",
        after=Setting(IMAGE),
        before=Setting(IMAGE, references=1),
    ),
    "S": Claim(
        label="S · stems",
        check="S",
        line=0,
        says="Stemming undoes the captioner's error: “circle” and “circles” become one word.",
        look="The line below the causes parts the match from the changed document frequencies.",
        after=_ONCE.replace(variant=_CIDER.replace(stemmer="plural")),
        before=_ONCE,
    ),
}
