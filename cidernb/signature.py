"""Signatures: one line that says which CIDEr a number is, in sacreBLEU's manner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from cidernb._version import __version__
from cidernb.in_messages import what_is
from cidernb.variant import Variant

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class DataDescription:
    """What a signature says of the data and of the program.

    Attributes
    ----------
    idf : str
        "none", "corpus[|I|]" or "table[|I|,digest]".
    references : str
        References per image: "10", or "4-6" where images differ.
    tokenizer : str
        The tokenizer's name with its switches, such as "ptb+nobrackets", or a function's name.
    end_token : str or None
        The word counted behind every caption.
    version : str
        Version of cidernb.
    """

    idf: str
    references: str
    tokenizer: str
    end_token: str | None = None
    version: str = __version__


def write_signature(variant: Variant, data: DataDescription) -> str:
    """The signature of a variant on some data.

    Examples
    --------
    >>> from cidernb.variant import PRESETS
    >>> data = DataDescription("corpus[100]", "10", "whitespace", version="0.1.0")
    >>> print(write_signature(PRESETS["code-cider"], data))
    CIDEr|stem:none|tf:count|unseen:floor|clip:none|sigma:none|n:4|w:uniform|scale:10\
|idf:corpus[100]|refs:10|tok:whitespace|v:0.1.0
    """
    weights = "uniform" if variant.order_weights is None else ",".join(map(_number, variant.order_weights))
    pairs = {
        "stem": variant.stemmer,
        "tf": variant.tf,
        "unseen": variant.unseen,
        "clip": variant.clipping,
        "sigma": "none" if variant.sigma is None else _number(variant.sigma),
        "n": str(variant.max_order),
        "w": weights,
        "scale": _number(variant.scale),
        "idf": data.idf,
        "refs": data.references,
        "tok": data.tokenizer,
    }
    if data.end_token is not None:
        pairs["end"] = data.end_token
    pairs["v"] = data.version
    return "|".join([variant.name, *(f"{key}:{value}" for key, value in pairs.items())])


def parse_signature(signature: str) -> tuple[Variant, DataDescription]:
    """The variant and the description of the data that a signature stands for.

    Raises
    ------
    ValueError, TypeError
        If it is not a signature, or no text; the sentence names what is wrong with it.

    Examples
    --------
    >>> line = "CIDEr-D|stem:none|tf:count|unseen:floor|clip:weight|sigma:6|n:4|w:uniform|scale:10"
    >>> variant, data = parse_signature(line + "|idf:corpus[100]|refs:10|tok:whitespace|v:0.1.0")
    >>> variant.sigma, data.idf
    (6.0, 'corpus[100]')
    """
    if not isinstance(signature, str):
        raise TypeError(f"The signature is {what_is(signature)}; give the line that `result.signature` is.")
    name, *parts = signature.strip().split("|")
    pairs = dict(part.partition(":")[::2] for part in parts)
    try:
        variant = Variant(
            stemmer=pairs["stem"],  # type: ignore[arg-type]  # Variant checks it
            tf=pairs["tf"],  # type: ignore[arg-type]
            unseen=pairs["unseen"],  # type: ignore[arg-type]
            clipping=pairs["clip"],  # type: ignore[arg-type]
            sigma=None if pairs["sigma"] == "none" else _read(float, pairs["sigma"], "sigma"),
            max_order=_read(int, pairs["n"], "n"),
            order_weights=None
            if pairs["w"] == "uniform"
            else [_read(float, weight, "w") for weight in pairs["w"].split(",")],
            scale=_read(float, pairs["scale"], "scale"),
        )
        data = DataDescription(pairs["idf"], pairs["refs"], pairs["tok"], pairs.get("end"), pairs["v"])
    except KeyError as missing:
        raise ValueError(f"The signature {signature!r} has no {missing.args[0]!r} part.") from None
    except ValueError as error:
        raise ValueError(f"The signature {signature!r} cannot be read: {error}") from None
    if name != variant.name:
        raise ValueError(
            f"The signature {signature!r} says {name!r}, but its settings are those of {variant.name}."
        )
    return variant, data


def _read(kind: Callable[[str], Number], text: str, part: str) -> Number:
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{part} is {text!r}; give a number.") from None


def methods_sentence(variant: Variant, data: DataDescription) -> str:
    """A signature in words, fit for a paper's methods section.

    Examples
    --------
    >>> from cidernb.variant import PRESETS
    >>> data = DataDescription("corpus[100]", "10", "whitespace", version="0.1.0")
    >>> print(methods_sentence(PRESETS["code-cider"], data))
    We report CIDEr on a scale of 0 to 10, with n-grams up to length 4 weighted equally, no stemming, \
no clipping and no length penalty; document frequencies were counted over the references of the 100 \
evaluated images, n-grams seen in no image counted as seen in one; 10 references per image, captions \
tokenised by "whitespace" (cidernb 0.1.0).
    """
    order_weights = (
        "equally"
        if variant.order_weights is None
        else ("by " + ", ".join(map(_number, variant.order_weights)))
    )
    stemming = {"none": "no stemming", "plural": "plural stemming", "porter": "Porter stemming"}[
        variant.stemmer
    ]
    clipping = {
        "none": "no clipping",
        "count": "candidate counts clipped to the reference's",
        "weight": "candidate weights clipped to the reference's",
    }[variant.clipping]
    if variant.clipping == "weight":
        clipping += {
            "count": " (raw counts)",
            "all": " (counts divided by the caption's n-grams of all lengths)",
            "order": " (counts divided by the caption's n-grams of the same length)",
        }[variant.tf]
    penalty = (
        "no length penalty"
        if variant.sigma is None
        else (f"a Gaussian length penalty (sigma {_number(variant.sigma)})")
    )
    settings = f"{stemming}, {clipping} and {penalty}"
    end = "" if data.end_token is None else f', the end token "{data.end_token}" counted'
    return (
        f"We report {variant.name} on a scale of 0 to {_number(variant.scale)}, with n-grams up to length "
        f"{variant.max_order} weighted {order_weights}, {settings}; {_idf_in_words(variant, data)}; "
        f"{_counted(data.references, 'reference')} per image, captions tokenised by "
        f'"{data.tokenizer}"{end} '
        f"(cidernb {data.version})."
    )


def _idf_in_words(variant: Variant, data: DataDescription) -> str:
    source, _, rest = data.idf.partition("[")
    details = rest.rstrip("]").split(",")
    if source == "none":
        return "n-grams were not weighted by document frequency"
    unseen = {
        "floor": "n-grams seen in no image counted as seen in one",
        "limit": "n-grams seen in no image given a weight without bound",
    }[variant.unseen]
    if source == "corpus":
        counted = f"the references of the {_counted(details[0], 'evaluated image')}"
    else:
        counted = f"a table of {_counted(details[0], 'image')} (digest {details[-1]})"
    return f"document frequencies were counted over {counted}, {unseen}"


def _counted(number: str, what: str) -> str:
    return f"{number} {what}" if number == "1" else f"{number} {what}s"


def _number(value: float) -> str:
    return repr(value).removesuffix(".0")
