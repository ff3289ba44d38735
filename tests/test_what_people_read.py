"""What commands print: on any terminal, of captions by anybody, in a size that can be read."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib import font_manager
from matplotlib.text import Text

import cidernb
from cidernb.cli import main
from cidernb.commands.waiting import Waiting
from cidernb.plain_text import shortened, visible, visible_json
from cidernb.views import figures, fonts

#: Another script, signs that command a terminal, signs that turn or hide what stands around them.
HOSTILE = "犬 a\x1b[31m dog\x9b2J \u202ecat\u2066 \u200bbus\ufeff café − ≠ 😀"
#: Their images have ids of the same kind.
REFERENCES = {"1": [HOSTILE, "a dog runs"], "\x1b[2J": ["two cats sleep", "café"], "3": ["a red bus"]}
A = {"1": HOSTILE, "\x1b[2J": "café cats", "3": "a bus"}
B = {"1": "犬 dog", "\x1b[2J": "two cats", "3": "a\x07 bus"}

COMMANDS = [
    *("score refs.json a.json --per-image --all", "diagnose refs.json a.json", "tokens CAPTION"),
    *("explain refs.json a.json --tokenizer whitespace", "change refs.json a.json b.json"),
    *("compare refs.json a.json --tokenizer whitespace", "df show df.npz --candidates a.json"),
]
ENCODINGS = ["utf-8", "cp1252", "ascii", "cp437", "utf-16"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the commands name."""
    for name, content in (("refs", REFERENCES), ("a", A), ("b", B)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    cidernb.DocumentFrequencies.from_references(REFERENCES, tokenizer="whitespace").save(tmp_path / "df.npz")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch):
    """Run a command with streams of an encoding; what it wrote on them comes back as text."""

    def run(command: str, encoding: str, *more: str) -> tuple[int, str, str]:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
        for name, stream in zip(("stdout", "stderr"), streams, strict=True):
            monkeypatch.setattr(sys, name, stream)
        words = [HOSTILE if word == "CAPTION" else word for word in command.split()]
        status = main([*words, *more])
        texts = []
        for stream in streams:
            stream.flush()
            texts.append(stream.buffer.getvalue().decode(encoding))
        return status, *texts

    return run


def hidden(text: str) -> set[str]:
    """The signs of a text that are not seen or that a terminal obeys, but for line feeds and joiners."""
    unseen = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return {sign for sign in text if unicodedata.category(sign) in unseen} - {"\n", "\u200c", "\u200d"}


# --- Any encoding, any caption --------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_caption_breaks_a_command_off_or_commands_a_terminal(command, encoding, written):
    status, out, err = written(command, encoding)
    assert (status, err) == (0, "")
    assert hidden(out) == set()
    assert r"\x1b[" in out


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-16"])
@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_json_in_every_encoding_and_says_the_same(command, encoding, written):
    command = command.replace(" --all", "")
    status, out, err = written(command, encoding, "--json")
    assert (status, err) == (0, "")
    assert hidden(out) == set()
    assert json.loads(out) == json.loads(written(command, "utf-8", "--json")[1])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_files_are_utf_8_whatever_the_terminal_is(encoding, written):
    assert written("explain refs.json a.json --csv x.csv --html x.html", encoding)[0] == 0
    assert "\n犬," in Path("x.csv").read_text(encoding="utf-8")
    assert "犬" in Path("x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("encoding", "minus", "differs", "dog"),
    [
        ("utf-8", "−", "≠-lrb-", "犬"),
        ("cp1252", "-", "!=-lrb-", r"\u72ac"),
        ("ascii", "-", "!=-lrb-", r"\u72ac"),
    ],
)
def test_our_own_signs_have_plain_ones_where_an_encoding_lacks_them(encoding, minus, differs, dog, written):
    assert f" {minus}0." in written("change refs.json a.json b.json", encoding)[1]
    printed = written("tokens", encoding, "犬 (a)")[1]
    assert differs in printed
    assert dog in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "no\x1b[31m\u202e.json", "a.json"],
        ["score", "refs.json", "a.json", "--variant", "x\x9b2J"],
        ["score", "refs.json", "a.json", "--\x1b[31m"],
        ["explain", "refs.json", "a.json", "--image", "\x1b[31m"],
        ["explain", "refs.json", "a.json", "--png", "x\x1b[31m.jpg"],
        ["\x1b[31m"],
    ],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_messages_show_such_signs_too(arguments, encoding, written):
    status, out, err = written("", encoding, *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert hidden(err) == set()
    assert r"\x1b[31m" in err or r"\x9b2J" in err


def test_a_message_names_a_file_whose_name_is_no_text(written):
    status, _, err = written("score refs.json", "utf-8", os.fsdecode(b"caf\xe9.json"))
    assert (status, err) == (2, "cidernb: caf\\udce9.json: No such file or directory.\n")


@pytest.mark.skipif(os.name != "posix", reason="no such locale elsewhere")
def test_the_plainest_locale_is_enough():
    run = subprocess.run(
        [sys.executable, "-m", "cidernb", "explain", "refs.json", "a.json"],
        capture_output=True,
        env=os.environ
        | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        | {"PYTHONPATH": str(Path(cidernb.__file__).parents[1])},
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.isascii()


#: Controls, halves of characters, line separators, and what Unicode calls bidirectional controls.
ACTING = {
    chr(sign)
    for signs in (range(0x20), range(0x7F, 0xA0), range(0xD800, 0xE000), range(0x2028, 0x202F))
    for sign in (*signs, 0x61C, 0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069)
}


def test_the_progress_bar_shows_a_file_s_name_as_it_is():
    work = Waiting()
    with work.stage("reading [red]\x1b[2J.json", 100):
        (task,) = work._bar.tasks
        (column, *_) = work._bar.columns
        assert column.render(task).plain == r"reading [red]\x1b[2J.json"


@given(st.text(st.one_of(st.characters(), st.sampled_from(HOSTILE))))
def test_visible_text_hides_nothing_and_keeps_what_is_seen(text):
    shown = visible(text)
    assert not set(shown) & ACTING
    if text.isprintable():
        assert shown == text


@given(st.dictionaries(st.text(), st.text()))
def test_visible_json_says_the_same(value):
    assert json.loads(visible_json(json.dumps(value, ensure_ascii=False))) == value


@pytest.mark.parametrize("sign", ["\u200c", "\u200d", "\u0301", "\ufe0f", "é", "犬"])
def test_what_scripts_need_is_left_as_it_is(sign):
    assert visible(f"a{sign}b") == f"a{sign}b"


# --- Long words -----------------------------------------------------------------------------------

LONG = "x" * 300_000


@pytest.fixture
def long_words() -> None:
    """Captions with words of hundreds of kilobytes."""
    references = {"1": [f"a dog {LONG} runs"], "2": [f"Two {LONG}. cats"], "3": ["a bus"]}
    candidates = {"1": f"a dog {LONG} runs", "2": f"Two {LONG}. cats", "3": "a bus"}
    for name, content in (("refs", references), ("a", candidates), ("b", candidates | {"3": LONG})):
        Path(f"{name}.json").write_text(json.dumps(content))


@pytest.mark.usefixtures("long_words")
@pytest.mark.parametrize(
    "command",
    [
        *(
            "score refs.json a.json --tokenizer whitespace",
            "diagnose refs.json a.json --tokenizer whitespace",
        ),
        *("explain refs.json a.json --png x.png", "change refs.json a.json b.json --png x.png"),
        *("compare refs.json a.json --after paper-cider", "tokens --tokenizer ptb LONG"),
    ],
)
def test_a_long_word_is_shortened_on_the_screen_and_in_pictures(command, written):
    status, out, _ = written("", "utf-8", *(LONG if word == "LONG" else word for word in command.split()))
    assert status == 0
    assert len(out) < 20_000
    assert "x" * 200 not in out


@pytest.mark.usefixtures("long_words")
def test_json_and_tables_in_files_have_it_whole(written):
    _, out, _ = written("explain refs.json a.json --csv x.csv --json", "utf-8")
    assert any(row["ngram"] == f"dog {LONG}" for row in json.loads(out)["ngrams"])
    assert f"\ndog {LONG}," in Path("x.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a dog", "a dog"),
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        (f"a {'x' * 41} b", f"a {'x' * 39}… b"),
        ("ab " * 60, ("ab " * 60)[:159] + "…"),
    ],
)
def test_words_keep_forty_characters_and_lines_a_hundred_and_sixty(text, expected):
    assert shortened(text) == expected


# --- Pictures -------------------------------------------------------------------------------------


def picture(text: str) -> tuple:
    """The figure of a caption's n-grams, and the texts in it."""
    result = cidernb.score({"1": text, "2": "cats"}, {"1": [text], "2": ["cats"]})
    figure = figures.contributions_figure(result, cidernb.contributions(result))
    return figure, [found.get_text() for found in figure.findobj(Text)]


def test_signs_that_no_font_has_are_boxes_without_warning_and_named(tmp_path, monkeypatch):
    monkeypatch.setattr(fonts, "families", lambda: ("DejaVu Sans",))
    figure, _ = picture("a 犬 runs 走 $x$")
    figures.save_png(figure, tmp_path / "x.png")
    assert fonts.without_glyph(figure) == "犬走"
    assert fonts.without_glyph(picture("a café − runs")[0]) == ""


def test_the_command_names_them_on_standard_error_and_writes_the_picture(written, monkeypatch):
    monkeypatch.setattr(fonts, "families", lambda: ("DejaVu Sans",))
    status, out, err = written("explain refs.json a.json --png x.png --json", "utf-8")
    assert status == 0
    assert json.loads(out)["image"] is None
    assert err.startswith("cidernb: No font here has some signs of the picture (犬")
    assert err.count("\n") == 1
    assert Path("x.png").read_bytes().startswith(b"\x89PNG")


def test_the_families_are_matplotlib_s_own_and_those_of_this_computer(monkeypatch):
    monkeypatch.setattr(font_manager, "get_font_names", lambda: ["Arial", "SimHei", "Noto Sans CJK JP"])
    assert fonts.families.__wrapped__() == ("DejaVu Sans", "Noto Sans CJK JP", "SimHei")


def test_the_bars_names_are_drawn_in_these_families(monkeypatch):
    monkeypatch.setattr(figures, "families", lambda: ("DejaVu Sans", "DejaVu Serif"))
    figure, _ = picture("a dog runs")
    names = figure.axes[0].get_yticklabels()
    assert {tuple(name.get_fontfamily()) for name in names} == {("DejaVu Sans", "DejaVu Serif")}


def test_a_picture_shows_hidden_signs_and_no_formula():
    _, texts = picture("$a \x1b[31mdog\u202e$ runs")
    assert r"\x1b[31mdog\u202e$" in texts
    assert "$a" in texts


# --- Ctrl-C ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module", ["cidernb.cli", "typer", "cidernb.commands.options", "numpy", "scipy.stats"]
)
def test_ctrl_c_while_something_is_loading_ends_quietly_with_130(module):
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *rest):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from cidernb.__main__ import main\n"
        "sys.exit(main())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "change", "refs.json", "a.json", "b.json"],
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(Path(cidernb.__file__).parents[1])},
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


def test_too_little_memory_is_said_in_one_line(written, monkeypatch):
    def full(*arguments: object, **settings: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cidernb.commands.inputs.score", full)
    status, out, err = written("score refs.json a.json", "utf-8")
    assert (status, out) == (2, "")
    assert (
        err == "cidernb: This needs more memory than there is; give fewer images, or a smaller max_order.\n"
    )
