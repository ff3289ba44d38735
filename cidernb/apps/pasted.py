"""The app for the reader's own captions: paste or upload them, see scores and findings, take them along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import dropdown, row
from cidernb.apps.live import LiveHTML
from cidernb.diagnosis import Finding
from cidernb.diagnosis.finding import in_order
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.exploring.pasted import as_pasted, first_captions, own_world, read_pasted
from cidernb.exploring.setting import PRESET_LABELS, Setting, shown
from cidernb.exploring.uploaded import Upload, diagnose_uploaded, read_uploaded
from cidernb.exploring.world import World
from cidernb.result import Result
from cidernb.variant import PRESETS
from cidernb.views import pasted as views

#: What is chosen beside the captions, and where it starts.
_START: Mapping[str, Any] = {
    "tokenizer": "ptb",
    "variant": "code-cider-d",
    "idf": "corpus",
    "missing": "error",
    "duplicates": "error",
    "image": None,
}

#: What is pasted may be long: typing calls for a new score once it has rested this long.
_TYPING_RESTS_SECONDS = 0.4

_TOKENIZERS = {
    "ptb": "ptb, as the official pipeline",
    "ptb+nobrackets": "ptb without brackets",
    "ptb+nfc": "ptb, accents composed (NFC)",
    "whitespace": "white space alone",
    "characters": "single characters",
}
_SOURCES = ("corpus", "everyday", "none")
_MISSING = {"error": "say so and stop", "drop": "leave the image out", "zero": "score it 0"}
_DUPLICATES = {"error": "say so and stop", "first": "take the first", "last": "take the last"}

#: Controls that matter where captions come from files alone.
_OF_FILES = ("missing", "duplicates", "paste")

_TABS = {
    "findings": "Findings",
    "tokens": "Tokens",
    "caption": "In short",
    "ngrams": "n-grams",
    "points": "Points",
    "references": "References",
    "equation": "Equation",
    "which": "Which CIDEr",
}


class YourCaptions(App):
    """Paste captions or upload files; get scores by id, tokens, reasons, findings and files to download.

    Parameters
    ----------
    candidates, references : str, optional
        Lines to start from, "id, caption"; some everyday captions by default.
    state : mapping, optional
        What another app's `state` gave; what is left out has its default.

    Attributes
    ----------
    state : dict
        Both texts, the tokenizer, the variant, the IDF source, what to do where files do not fit, and
        the image looked at; files themselves are not in it.
    result : Result or None
        The scores of what was read last; None if nothing could be read yet.
    world : World or None
        The same captions, for an `Explorer`.
    problem : str
        What is wrong with what is there now; empty if it could be read.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    _live = "summary"

    def __init__(
        self,
        candidates: str | None = None,
        references: str | None = None,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        said, compared = as_pasted(first_captions())
        start = {
            "candidates": said if candidates is None else candidates,
            "references": compared if references is None else references,
            **_START,
        }
        self._state = started(
            start,
            state,
            tokenizer=_TOKENIZERS,
            variant=PRESET_LABELS,
            idf=_SOURCES,
            missing=_MISSING,
            duplicates=_DUPLICATES,
        )
        self.world: World | None = None
        self._result: Result | None = None
        self.problem = ""
        self._read_from: tuple[Any, ...] | None = None
        self.controls = self._make_controls()
        self._views = {
            "summary": LiveHTML(layout={"min_height": "132px"}),
            "scores": ipywidgets.HTML(layout={"min_height": "120px"}),
            "downloads": ipywidgets.HTML(),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        typed = self._rested(self._read, _TYPING_RESTS_SECONDS)
        self._listen(self._read, candidates=typed, references=typed, paste=self._paste)
        self._read()
        self._lay_out(*self._rows(), head=views.style())

    @property
    def result(self) -> Result | None:
        return self._result

    def _make_controls(self) -> dict[str, Any]:
        state = self._state
        scenes = len(everyday_captions().evaluation_set())
        sources = zip(("the references given", f"{scenes} everyday scenes", "none"), _SOURCES, strict=True)
        return {
            "candidates": _lines("Candidates", state["candidates"], "img1, a dog runs"),
            "references": _lines("References", state["references"], "img1, a dog is running"),
            "references_file": _upload("Upload references"),
            "candidates_file": _upload("Upload candidates"),
            "paste": ipywidgets.Button(description="Back to pasting"),
            "missing": dropdown("Image without a candidate", _options(_MISSING), state["missing"]),
            "duplicates": dropdown("Image with several", _options(_DUPLICATES), state["duplicates"]),
            "tokenizer": dropdown("Tokenizer", _options(_TOKENIZERS), state["tokenizer"]),
            "variant": dropdown("Variant", _options(PRESET_LABELS), state["variant"]),
            "idf": dropdown("IDF source", list(sources), state["idf"]),
            "image": dropdown("Image looked at", [("–", None)], None, "260px"),
        }

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, views_ = self.controls, self._views
        self._texts = ipywidgets.HBox(
            [controls["candidates"], controls["references"]],
            layout={"grid_gap": "16px", "flex_flow": "row wrap"},
        )
        self._show_source()
        return [
            self._texts,
            row(*(controls[name] for name in ("candidates_file", "references_file", *_OF_FILES))),
            row(*(controls[name] for name in ("tokenizer", "variant", "idf"))),
            views_["summary"],
            views_["scores"],
            views_["downloads"],
            controls["image"],
            self._make_tabs(_TABS, "440px"),
        ]

    @property
    def _uploads(self) -> tuple[Upload | None, Upload | None]:
        """The references' file and the candidates', where there is one."""
        references, candidates = (
            _file(self.controls[f"{side}_file"]) for side in ("references", "candidates")
        )
        return references, candidates

    def _paste(self, _button: object) -> None:
        """Forget the files and go back to what is pasted."""
        with self._quietly():
            for side in ("references", "candidates"):
                self.controls[f"{side}_file"].value = ()
        self._read()

    def _show_source(self) -> None:
        files = any(self._uploads)
        self._texts.layout.display = "none" if files else None
        for name in _OF_FILES:
            self.controls[name].layout.display = None if files else "none"

    def _read(self, _change: object = None) -> None:
        self._state = self._said() | ({} if self._read_from is not None else {"image": self._state["image"]})
        if hasattr(self, "_texts"):
            self._show_source()
        try:
            self._score()
            self.problem = ""
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self.problem = str(error) or type(error).__name__
            self._views["findings"].value = views.findings(self._refused())
        self._views["summary"].value = views.summary(self._result, self.problem)

    def _score(self) -> None:
        state = self._state
        read = (
            state["candidates"],
            state["references"],
            state["missing"],
            state["duplicates"],
            self._uploads,
        )
        source = (*read, state["tokenizer"])
        if self.world is None or source != self._read_from:
            self.world, self._read_from = own_world(self._images(), state["tokenizer"]), source
        ids = self.world.evaluation_set.ids
        if state["image"] not in ids:
            state["image"] = ids[0]
        setting = Setting(state["image"], idf=state["idf"], variant=shown(PRESETS[state["variant"]]))
        self._result = self.world.result(setting)
        self._show(self._result)

    def _images(self) -> EvaluationSet:
        """What is pasted, or what the files hold."""
        state, (references, candidates) = self._state, self._uploads
        if references is None and candidates is None:
            return read_pasted(state["candidates"], state["references"])
        if references is None:
            raise ValueError("The references are missing yet; upload their file too.")
        return read_uploaded(references, candidates, missing=state["missing"], duplicates=state["duplicates"])

    def _refused(self) -> list[Finding]:
        """Everything that is wrong with files that cannot be scored as they are."""
        references, candidates = self._uploads
        if references is None:
            return []
        try:
            found = diagnose_uploaded(
                references, candidates, variant=self._state["variant"], tokenizer=self._state["tokenizer"]
            )
        except (ValueError, TypeError):
            return []  # the file as a whole cannot be read, which is said above
        return list(in_order(found.findings))

    def _show(self, result: Result) -> None:
        image = self._state["image"]
        html = views.explanation(result, image) | {
            "scores": views.scores(result),
            "findings": views.findings(result.findings),
            "tokens": views.tokens(result, image),
            "downloads": views.downloads(result, image),
        }
        for name, value in html.items():
            self._views[name].value = value
        with self._quietly():
            options = [(str(image_id), image_id) for image_id in result.evaluation_set.ids]
            if list(self.controls["image"].options) != options:
                self.controls["image"].options = options
            self.controls["image"].value = image

    def _static(self) -> str:
        return views.whole(self._result, self._state["image"], self.problem)


def _options(labels: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(label, value) for value, label in labels.items()]


def _upload(label: str) -> ipywidgets.FileUpload:
    """A button that takes one file."""
    return ipywidgets.FileUpload(description=label, multiple=False, layout={"width": "210px"})


def _file(control: ipywidgets.FileUpload) -> Upload | None:
    for file in control.value:
        return Upload(file["name"], bytes(file["content"]))
    return None


def _lines(label: str, value: str, example: str) -> ipywidgets.Textarea:
    """A field for pasted lines, named by its label."""
    field = ipywidgets.Textarea(
        description=label,
        value=value,
        placeholder=example,
        style={"description_width": "initial"},
        # A height of its own, for the label stands above it.
        layout={"flex": "1 1 380px", "width": "auto", "height": "200px"},
    )
    return field.add_class("cidernb-lines")
