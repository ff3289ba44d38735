"""Strangers' pickles: what runs nothing, takes little memory and time, and is refused in a sentence."""

from __future__ import annotations

import contextlib
import gzip
import os
import pickle
import re
import resource
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from df_pickles import python_2_text
from hypothesis import given, settings
from hypothesis import strategies as st

from cidernb import DocumentFrequencies
from cidernb.arrays import Integers
from cidernb.df_files import pickled_text, reading, unpickling
from cidernb.df_files.rows import index_rows
from cidernb.ngram_index import NgramIndex

TABLE = {("a",): 2.0, ("dog",): 1.0, ("a", "dog"): 1.0}
SOUND = {"document_frequency": TABLE, "ref_len": 3}


@pytest.fixture
def file(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(data: bytes) -> Path:
        path = tmp_path / "table.p"
        path.write_bytes(data)
        return path

    return write


def refusal(path: Path) -> str:
    """What is said of a pickle that is refused."""
    with pytest.raises(pickle.UnpicklingError) as error:
        DocumentFrequencies.load(path)
    assert isinstance(error.value, ValueError)
    message = str(error.value)
    assert message.startswith(f"{path} cannot be used: ")
    assert message.isprintable()
    return message


# Code


def calls(module: str, name: str, argument: str) -> list[bytes]:
    """A call of something with one argument, as pickles of protocols 0, 2 and 4 have it."""
    text = argument.encode()
    short = [bytes([0x8C, len(part)]) + part for part in (module.encode(), name.encode(), text)]
    return [
        b"c%s\n%s\n(V%s\ntR." % (module.encode(), name.encode(), text),
        b"\x80\x02c%s\n%s\nX%s%s\x85R."
        % (module.encode(), name.encode(), len(text).to_bytes(4, "little"), text),
        b"\x80\x04" + short[0] + short[1] + b"\x93" + short[2] + b"\x85R.",
    ]


@pytest.mark.parametrize("protocol", [0, 1, 2])
def test_a_pickle_that_calls_a_program_is_refused_and_nothing_runs(protocol, file, tmp_path):
    proof = tmp_path / "ran"
    assert f"'{os.system.__module__}.system'" in refusal(
        file(calls(os.system.__module__, "system", f"touch {proof}")[protocol])
    )
    assert not proof.exists()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        *(("builtins", "eval"), ("__builtin__", "eval"), ("builtins", "exec"), ("builtins", "getattr")),
        *(("builtins", "__import__"), ("builtins", "open"), ("subprocess", "Popen"), ("os", "system")),
        *(("functools", "partial"), ("operator", "attrgetter"), ("importlib", "import_module")),
        *(("numpy", "load"), ("numpy", "fromfile"), ("numpy.core.multiarray", "_reconstruct")),
        *(("codecs", "encode"), ("copyreg", "_reconstructor"), ("pickle", "loads"), ("types", "CodeType")),
        *(("collections", "namedtuple"), ("collections", "defaultdict.__init__"), ("collections", "abc")),
        *(("cidernb.df_files.child", "main"), ("__main__", "x")),
    ],
)
def test_every_other_name_is_refused(module, name):
    for data in calls(module, name, "1"):
        with pytest.raises(pickle.UnpicklingError, match="it asks for"):
            unpickling.unpickle(data)


def test_the_types_that_a_table_needs_cannot_be_turned_into_something_else():
    # BUILD sets attributes: here it asks for another code behind the function that reads numbers.
    data = b"cnumpy.core.multiarray\nscalar\n(N(dV__code__\nI1\nstb."
    with pytest.raises(pickle.UnpicklingError, match="__code__"):
        unpickling.unpickle(data)


@pytest.mark.parametrize("data", [b"P1\n.", b"\x80\x02\x82\x01.", b"\x80\x05\x97.", b"\x80\x63N."])
def test_references_outside_the_file_and_later_protocols_are_refused(data):
    with pytest.raises(pickle.UnpicklingError):
        unpickling.unpickle(data)


# Memory and time

MEMO_BOMB = b"\x80\x02Nr\xff\xff\xff\x1f."


def nested(depth: int) -> bytes:
    """A tuple in a tuple in a tuple ..., as a key, of which the hash is asked."""
    return b"\x80\x02}N" + b"\x85" * depth + b"K\x01s."


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(MEMO_BOMB, "memory", id="nine bytes that ask for 8 GB"),
        pytest.param(b"Np900000000\n.", "memory", id="the same in text"),
        pytest.param(b"\x80\x04\x8e" + (2**40).to_bytes(8, "little") + b"x.", "", id="a string of 1 TB"),
        pytest.param(b"\x80\x04\x96" + (2**31).to_bytes(8, "little") + b"x.", "", id="an array of 2 GB"),
        pytest.param(b"]" * 2_000_000 + b"a" * 1_999_999 + b".", "holds a list", id="lists in lists"),
        pytest.param(nested(3_000_000), "", id="a hash two million deep"),
        pytest.param(b"L" + b"9" * 1_000_000 + b"L\n.", "", id="a number of a million digits"),
    ],
)
def test_a_pickle_that_asks_for_much_memory_is_refused(data, said, file):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match="cannot be used") as error:
        DocumentFrequencies.load(file(data))
    assert said in str(error.value)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 < reading.MEMORY


def test_repeated_lists_that_grow_past_the_memory_are_refused(file, monkeypatch):
    monkeypatch.setattr(reading, "MEMORY", 400 << 20)
    # Each list holds the last one's hundred entries and more: ever larger, of few bytes each.
    data = b"\x80\x02" + b"](" + b"N" * 5_000_000 + b"e" + (b"](" + b"N" * 5_000_000 + b"e") * 12 + b"."
    assert "more than 0.4 GB of memory" in refusal(file(data))


def test_packed_zeros_are_unpacked_only_as_far_as_memory_goes(file, monkeypatch):
    monkeypatch.setattr(reading, "MEMORY", 400 << 20)
    assert "memory" in refusal(file(gzip.compress(bytes(1 << 26)) * 8))


def test_a_pickle_that_takes_forever_is_given_up(file, monkeypatch):
    monkeypatch.setattr(reading, "SECONDS", 1)
    # A pair of a pair of a pair ... of the same: 200 bytes, and 2 to the 60 steps to its hash.
    data = b"\x80\x02}N" + b"2\x86" * 60 + b"K\x01s."
    started = time.monotonic()
    assert "more than 1 second" in refusal(file(data))
    assert time.monotonic() - started < 5


def test_what_has_no_end_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ValueError, match=f"{path} is not a file"):
            DocumentFrequencies.load(path)


@pytest.mark.parametrize("data", [b"]2a.", b"}2Nr\x05\x00\x00\x00Ns.", b"}(Va\n2dVb\n0s."])
def test_a_container_in_itself_holds_no_table(data, file):
    with pytest.raises(ValueError, match="cannot be used"):
        DocumentFrequencies.load(file(data))


# Damage


def test_a_file_cut_off_anywhere_is_refused():
    for protocol in range(5):
        data = pickle.dumps(SOUND, protocol)
        for length in range(len(data)):
            with pytest.raises((pickle.UnpicklingError, ValueError)):
                unpickling.read_pickled_table(data[:length])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "it ends too soon"),
        (b"{'a': 1}", "it is no pickle, or damaged"),
        (gzip.compress(pickle.dumps(SOUND), mtime=0)[:-9], "its compression is damaged or cut off"),
        (b"PK\x03\x04 and no more", "it is not a df file of cidernb, or damaged"),
        (b"\x80\x04\x8c\x04\x1b[2J\x8c\x01x\x93.", "it asks for"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(data, said, file):
    with pytest.raises(ValueError, match="cannot be used") as error:
        DocumentFrequencies.load(file(data))
    assert said in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([1, 2], "it holds a list, and a df table is a mapping"),
        ({"a dog": 1}, "n-grams are tuples of words, and it has 'a dog'"),
        ({("a", 1.5): 1}, "words are text or whole numbers, and it has 1.5"),
        ({("a", 1): 1}, "words are all text or all whole numbers, and it has 'a' and 1"),
        ({("a",): 1, (1,): 1}, "words are all text or all whole numbers, and it has 'a' and 1"),
        ({(): 1}, "one of its n-grams has no words"),
        ({("a",): None}, "dfs are numbers, and it has None"),
        ({("a",): True}, "dfs are numbers, and it has True"),
        ({("a", "dog"): 1.5}, "the df of 'a dog' is 1.5, not a whole number of 0 or more"),
        ({("a",): -1}, "the df of 'a' is -1"),
        ({("a",): float("nan")}, "the df of 'a' is nan"),
        ({("a",): 10**400}, "a df is too large a number"),
        ({"document_frequency": TABLE, "ref_len": "3"}, "its ref_len is '3', not a number"),
    ],
)
def test_a_sound_pickle_of_something_else_is_no_table(content, said):
    for protocol in range(5):
        with pytest.raises(ValueError, match=re.escape(said)):
            read_here(pickle.dumps(content, protocol))


def test_what_is_wrong_with_a_table_is_said_with_the_name_of_its_file(file):
    path = file(pickle.dumps({("a",): -1}))
    with pytest.raises(ValueError, match="the df of 'a' is -1") as error:
        DocumentFrequencies.load(path)
    assert str(error.value).startswith(f"{path} cannot be used: ")
    assert not isinstance(error.value, pickle.UnpicklingError)


def read_here(data: bytes) -> tuple[NgramIndex, Integers]:
    """What the process of its own does, in this one: for pickles that are known to be harmless."""
    rows, _ = unpickling.read_pickled_table(data)
    return index_rows(rows)


# Anything


def _tables(words):
    ngrams = st.lists(words, min_size=1, max_size=6).map(tuple)
    return st.dictionaries(ngrams, st.integers(0, 10**6) | st.just(2.0), max_size=8)


_TABLES = _tables(st.text(min_size=1, max_size=6) | st.binary(min_size=1, max_size=6)) | _tables(
    st.integers(0, 99)
)
_PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(min_size=1, max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=50)
@given(_PLAIN | _TABLES, st.integers(0, 4))
def test_plain_objects_are_a_table_or_refused_in_a_sentence(content, protocol):
    error = "^(it holds|its ref_len|n-grams are|words are|dfs are|one of its n-grams|the df of|a df is)"
    is_table = isinstance(content, dict) and all(isinstance(key, tuple) for key in content)
    with contextlib.nullcontext() if is_table else pytest.raises(ValueError, match=error):
        read_here(pickle.dumps(content, protocol))


@settings(max_examples=50)
@given(_TABLES, st.integers(0, 4))
def test_text_and_binary_pickles_of_a_table_read_alike(table, protocol):
    index, dfs = read_here(pickle.dumps(table, protocol))
    expected: dict[tuple[str, ...], int] = {}
    words = [word for ngram in table for word in ngram if isinstance(word, bytes)]
    encoding = "utf-8" if all(is_utf_8(word) for word in words) else "latin-1"
    for ngram, df in table.items():
        as_text = [word.decode(encoding) if isinstance(word, bytes) else str(word) for word in ngram]
        expected[tuple(as_text)] = int(df)
    assert {ngram: int(dfs[index.number(ngram)]) for ngram in expected} == expected
    assert dfs.sum() == sum(expected.values())


def is_utf_8(word: bytes) -> bool:
    try:
        word.decode()
    except UnicodeDecodeError:
        return False
    return True


_BYTES = st.dictionaries(
    st.lists(st.binary(min_size=1, max_size=4), min_size=1, max_size=5).map(tuple),
    st.integers(0, 10**6).map(float),
    min_size=1,
    max_size=12,
)


@settings(max_examples=50)
@given(_BYTES)
def test_the_lines_of_python_2_are_read_as_the_unpickler_reads_them(table):
    data = python_2_text(table, ref_len="1.5")
    small, rows = pickled_text.cut_ngrams(data, unpickling.unpickle)
    assert len(rows.lengths) == len(table)
    read = unpickling.unpickle(data)[b"document_frequency"]
    assert read == table
    ends = np.cumsum(rows.lengths)
    words = [rows.words[number] for number in rows.ids]
    ngrams = [tuple(words[end - length : end]) for end, length in zip(ends, rows.lengths, strict=True)]
    assert dict(zip(ngrams, rows.dfs.tolist(), strict=True)) == table


def test_lines_are_read_alike_in_chunks_of_any_size(monkeypatch):
    words = [b"word%d" % number * (1 + number % 7) for number in range(60)]
    table = {tuple(words[i : i + 1 + i % 4]): float(1 + i % 12) for i in range(60)}
    table |= {
        (b"the-same-sixteen-bytes-at-the-end", words[0]): 7.0,
        (b"not-same-sixteen-bytes-at-the-end",): 8.0,
    }
    data = python_2_text(table, ref_len="5.0")
    whole = index_rows(pickled_text.cut_ngrams(data, unpickling.unpickle)[1])
    assert whole[1].sum() == sum(table.values())
    for chunk in (150, 400, 1000):
        monkeypatch.setattr(pickled_text, "_CHUNK", chunk)
        small, rows = pickled_text.cut_ngrams(data, unpickling.unpickle)
        index, dfs = index_rows(rows)
        assert {ngram: dfs[index.number([word.decode() for word in ngram])] for ngram in table} == table
        assert dfs.tolist() == whole[1].tolist()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b"p9\n", b"p99\n", id="numbers that do not ascend by one"),
        pytest.param(b"g7\n", b"g1\n", id="a word remembered before"),
        pytest.param(b"g7\n", b"g8\n", id="an n-gram for a word"),
        pytest.param(b"F1\n", b"F1.5\n", id="a df that is not whole"),
        pytest.param(b"F1\n", b"I01\n", id="a truth value"),
        pytest.param(b"F1\n", b"F1e3\n", id="a df in another form"),
        pytest.param(b"F1\n", b"L1L\n", id="a long"),
        pytest.param(b"(S'dog'", b"((S'dog'", id="a mark too many"),
        pytest.param(b"t", b"l", id="lists"),
    ],
)
def test_lines_of_another_kind_are_left_to_the_unpickler(old, new):
    data = python_2_text({(b"a",): 2.0, (b"dog",): 1.0, (b"a", b"dog"): 1.0})
    assert old in data
    with pytest.raises(pickled_text.NotAlike):
        pickled_text.cut_ngrams(data.replace(old, new), unpickling.unpickle)


@settings(max_examples=8)
@given(st.data())
def test_a_pickle_with_bytes_changed_is_read_or_refused(data):
    original = data.draw(
        st.sampled_from(
            [*(pickle.dumps(SOUND, protocol) for protocol in (0, 2, 4)), python_2_text({(b"a",): 1.0})]
        )
    )
    changed = bytearray(original)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    path = Path(tempfile.mkdtemp(prefix="cidernb-")) / "changed.p"
    path.write_bytes(changed)
    said = ""
    try:
        assert DocumentFrequencies.load(path, num_images=3).num_images == 3
    except ValueError as error:
        said = str(error)
    finally:
        shutil.rmtree(path.parent)
    assert not said or said.startswith(f"{path} cannot be used: ")


# Where it is called from


def test_threads_can_load_side_by_side(file):
    path, tables = file(pickle.dumps(SOUND)), []
    threads = [
        threading.Thread(target=lambda: tables.append(DocumentFrequencies.load(path))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [table.of("a") for table in tables] == [2, 2, 2]


def test_the_caller_s_folder_lends_the_process_no_modules(file, tmp_path, monkeypatch):
    for name in ("pickle", "numpy", "json", "gzip"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(9)")
    path = file(pickle.dumps(SOUND))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert DocumentFrequencies.load(path).num_images == 3
