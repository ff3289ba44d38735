"""Files of document frequencies: every layout in use, |I| in every form, and the safe format."""

from __future__ import annotations

import collections
import gzip
import json
import math
import pickle
import re
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from df_pickles import python_2_binary, python_2_text
from hypothesis import given, settings
from hypothesis import strategies as st

import cidernb
from cidernb import DocumentFrequencies, by_hand
from cidernb.df_files.layouts import read_num_images
from cidernb.variant import as_variant
from cidernb.whole_files import replacing

REFERENCES = [["a dog on a red mat"], ["a cat on a blue mat"], ["a cup on a desk"]]
CANDIDATES = ["a dog on a mat", "a cat on a mat", "a cup on a desk"]
RIGHT = [5.651586, 5.651586, 10]


def counts_of(references: list[list[str]]) -> dict[tuple[str, ...], int]:
    """df by dictionaries alone."""
    counts: collections.Counter[tuple[str, ...]] = collections.Counter()
    for captions in references:
        counts.update({ngram for text in captions for ngram in by_hand.ngram_counts(text.split(), 4)})
    return dict(counts)


COUNTS = counts_of(REFERENCES)
FLOATS = {ngram: float(df) for ngram, df in COUNTS.items()}
BYTES = {tuple(word.encode() for word in ngram): df for ngram, df in FLOATS.items()}
PLAIN = {"document_frequency": FLOATS, "ref_len": 3}


@pytest.fixture
def load(tmp_path: Path) -> Callable[..., DocumentFrequencies]:
    def write_and_load(data: bytes, num_images: int | None = None) -> DocumentFrequencies:
        path = tmp_path / "table.p"
        path.write_bytes(data)
        return DocumentFrequencies.load(path, num_images)

    return write_and_load


def assert_right(table: DocumentFrequencies) -> None:
    """The table is that of the references, and gives the scores that they give."""
    assert table.num_images == 3
    assert {ngram: df for order in range(1, 5) for ngram, df in table.counts(order).items()} == COUNTS
    scores = cidernb.score(CANDIDATES, REFERENCES, idf=table).scores
    np.testing.assert_allclose(scores, RIGHT, atol=5e-7)


# Layouts


@pytest.mark.parametrize("protocol", range(5))
@pytest.mark.parametrize(
    ("content", "layout"),
    [
        pytest.param(PLAIN, "{document_frequency, ref_len}", id="authors"),
        pytest.param({"df": FLOATS, "ref_len": np.log(3.0)}, "{df, ref_len}", id="df"),
        pytest.param(
            {
                "ref_len": np.float32(3),
                "document_frequency": collections.defaultdict(
                    float, {k: np.float64(v) for k, v in FLOATS.items()}
                ),
            },
            "{document_frequency, ref_len}",
            id="defaultdict of NumPy scalars",
        ),
        pytest.param(
            {"df": collections.Counter({k: np.int64(v) for k, v in COUNTS.items()}), "ref_len": np.int32(3)},
            "{df, ref_len}",
            id="Counter",
        ),
    ],
)
def test_each_layout_and_protocol_gives_the_scores_of_the_references(content, layout, protocol, load):
    table = load(pickle.dumps(content, protocol))
    assert_right(table)
    assert table.layout == layout
    assert (table.tokenizer, table.stemmer) == (None, None)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(python_2_text(BYTES, ref_len="1.0986122886681098"), id="text"),
        pytest.param(python_2_text(BYTES, "df", ref_len="1.09861228867"), id="text, 12 digits, df"),
        pytest.param(python_2_binary(BYTES, 3.0), id="binary"),
        pytest.param(gzip.compress(python_2_binary(BYTES, 3.0)), id="packed"),
    ],
)
def test_pickles_of_python_2_give_the_scores_of_the_references(data, load):
    assert_right(load(data))


def test_a_bare_table_has_no_number_of_images_and_asks_for_it(load):
    for content in (FLOATS, {"df": FLOATS}, {"document_frequency": FLOATS, "ref_len": None}):
        data = pickle.dumps(content)
        with pytest.raises(ValueError, match="how many images it was counted on; give it as num_images"):
            load(data)
        table = load(data, num_images=3)
        assert_right(table)
        assert table.num_images_from == "given"


@pytest.mark.parametrize(
    ("word", "text"), [(b"caf\xc3\xa9", "café"), (b"caf\xe9", "café"), (b"it's", "it's"), (b'"\\', '"\\')]
)
def test_words_of_python_2_are_utf_8_or_latin_1(word, text, load):
    for data in (python_2_text({(word,): 2.0}, ref_len="2"), python_2_binary({(word,): 2.0}, 2.0)):
        assert load(data).of((text,)) == 2


def test_words_that_are_numbers_are_those_numbers_written_out(load):
    table = load(pickle.dumps({"document_frequency": {(12, 0): 2.0, (12,): 3.0}, "ref_len": 40504}))
    assert (table.of("12"), table.of("12 0")) == (3, 2)


def test_of_an_n_gram_in_two_kinds_of_string_the_last_df_stands(load):
    table = load(pickle.dumps({"df": {("a",): 1.0, (b"a",): 2.0}, "ref_len": 5}))
    assert table.of("a") == 2


def test_n_grams_that_looking_up_has_added_are_not_held(load):
    # The official scorers look n-grams up in a defaultdict, which leaves entries of 0.
    table = load(pickle.dumps({"document_frequency": {("a",): 2.0, ("seen",): 0.0}, "ref_len": 3}))
    assert table.counts(1) == {("a",): 2}


def test_a_table_without_the_starts_of_its_n_grams_is_read(load):
    table = load(pickle.dumps({"df": {("a", "brown", "dog"): 2.0}, "ref_len": 9}))
    assert (table.of("a brown dog"), table.of("a brown"), table.of("a"), table.max_order) == (2, 0, 0, 3)


# The number of images


@pytest.mark.parametrize("num_images", [1, 2, 3, 100, 5000, 40504, 123287, 3_300_000])
def test_the_number_of_images_is_read_plain_or_from_its_logarithm(num_images):
    forms = {"|I|, {}": num_images, "ln {}": math.log(num_images)}
    if num_images > 1:
        forms["ln ln {}"] = math.log(math.log(num_images))
    for how, ref_len in forms.items():
        read, said = read_num_images(float(ref_len), max_df=num_images)
        assert read == num_images
        assert said == f"ref_len {ref_len:.6g} is {how.format(num_images)}"


#: What official code's logarithm went through on its way into a file.
ROUNDED = {
    "single precision": lambda logarithm: float(np.float32(logarithm)),
    "12 digits": lambda logarithm: float(f"{logarithm:.12g}"),
    "6 decimals": lambda logarithm: round(logarithm, 6),
}


@pytest.mark.parametrize("how", ROUNDED)
@pytest.mark.parametrize("num_images", [3, 100, 5000, 40504, 123287])
def test_the_number_of_images_is_read_from_a_rounded_logarithm(num_images, how):
    ref_len = ROUNDED[how](math.log(num_images))
    assert read_num_images(ref_len, max_df=num_images // 2)[0] == num_images


@pytest.mark.parametrize(
    ("ref_len", "max_df", "said"),
    [
        (10.609, 40000, "(it may be 40478 to 40517)"),
        (10.609, 40510, "(it may be 40510 to 40517)"),
        (1.1, 2, "(it may be 3 or 18 to 23)"),
        (0.5, 2, "(it may be 5)"),
    ],
)
def test_where_a_logarithm_has_too_few_digits_the_numbers_that_fit_are_named(ref_len, max_df, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        read_num_images(ref_len, max_df)


@given(st.integers(2, 10**6))
def test_no_number_of_images_is_taken_for_the_logarithm_of_another(num_images):
    for ref_len in (float(num_images), math.log(num_images), math.log(math.log(num_images))):
        assert read_num_images(ref_len, max_df=num_images // 2)[0] == num_images


@pytest.mark.parametrize("ref_len", [10.6, 3.7, 0.5, -3.0, 25.5, float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_none_of_these_asks_for_the_number_of_images(ref_len):
    with pytest.raises(ValueError, match="give the number of images as num_images"):
        read_num_images(ref_len, max_df=2)


def test_a_number_of_images_below_a_df_is_read_and_warned_of_in_the_result(load):
    table = load(pickle.dumps({"df": FLOATS, "ref_len": 2}))
    assert (table.num_images, table.max_df) == (2, 3)
    result = cidernb.score(CANDIDATES, REFERENCES, idf=table)
    assert "negative_idf" in {finding.code for finding in result.findings}


def test_given_the_number_of_images_replaces_the_file_s(load):
    table = load(pickle.dumps({"df": FLOATS, "ref_len": math.log(1.5)}), num_images=3)
    assert_right(table)
    assert table.num_images_from == f"given; the file says ref_len {math.log(1.5):.6g}"
    with pytest.raises(ValueError, match="num_images is 0"):
        load(b"", num_images=0)
    with pytest.raises(TypeError, match="num_images is '3'"):
        load(b"", num_images="3")


def test_read_as_the_logarithm_a_plain_number_gives_the_scores_that_people_report():
    # What official code makes of ref_len 3 or 40504 where it expects the logarithm: the readings
    # here keep from it.
    variant = as_variant("code-cider-d")
    candidates, references = dict(enumerate(CANDIDATES)), dict(enumerate(REFERENCES))
    unlogged = by_hand.score_set(candidates, references, variant, idf=(COUNTS, math.e**3))
    assert unlogged[0].score == pytest.approx(6.1414, abs=5e-5)
    nearly_constant = by_hand.score_set(candidates, references, variant, idf=({}, 2))
    assert nearly_constant[0].score == pytest.approx(6.39, abs=5e-3)


# The safe format


def test_the_safe_format_keeps_everything(tmp_path):
    table = DocumentFrequencies.from_references(REFERENCES, stemmer="plural", max_order=6)
    table.save(tmp_path / "table.npz")
    loaded = DocumentFrequencies.load(tmp_path / "table.npz")
    assert (loaded.num_images, loaded.max_order) == (3, 6)
    assert (loaded.tokenizer, loaded.stemmer) == ("whitespace", "plural")
    assert loaded.digest == table.digest
    assert all(loaded.counts(order) == table.counts(order) for order in range(1, 7))
    assert (loaded.layout, loaded.num_images_from) == ("cidernb's own", "as saved")


def test_a_table_counted_with_another_tokenizer_stays_so_in_its_file(tmp_path):
    DocumentFrequencies.from_references(REFERENCES, stemmer="plural").save(tmp_path / "table.npz")
    with pytest.raises(ValueError, match="counted with stemmer 'plural'"):
        cidernb.score(CANDIDATES, REFERENCES, idf=DocumentFrequencies.load(tmp_path / "table.npz"))


_ngrams = st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=7).map(tuple)
_counts = st.dictionaries(_ngrams, st.integers(1, 2**53), max_size=12)


@settings(max_examples=40)
@given(_counts, st.integers(1, 2**53))
def test_any_table_comes_back_from_its_file(tmp_path_factory, counts, num_images):
    table = DocumentFrequencies.from_counts(counts, num_images=num_images, tokenizer="ptb")
    path = tmp_path_factory.getbasetemp() / "any.npz"
    table.save(path)
    loaded = DocumentFrequencies.load(path)
    assert (loaded.digest, loaded.tokenizer, loaded.stemmer) == (table.digest, "ptb", None)


@settings(max_examples=40)
@given(_counts, st.integers(1, 10**8))
def test_the_official_layout_holds_the_table_and_the_logarithm(tmp_path_factory, counts, num_images):
    path = tmp_path_factory.getbasetemp() / "any.p"
    DocumentFrequencies.from_counts(counts, num_images=num_images).save(path)
    content = pickle.loads(path.read_bytes())
    assert content == {"document_frequency": counts, "ref_len": math.log(num_images)}


@pytest.mark.parametrize("num_images", [1, 2, 40504, 10**8, 10**11, 2**53])
@pytest.mark.parametrize("name", ["table.df", "table.p"])
def test_a_saved_number_of_images_comes_back_or_is_not_saved(name, num_images, tmp_path):
    path = tmp_path / name
    table = DocumentFrequencies.from_counts({"a": 1}, num_images=num_images)
    if name == "table.p" and num_images > 10**11:
        with pytest.raises(ValueError, match=r"table.p would be a pickle.*told again; save .* name in .df.$"):
            table.save(path)
        assert not list(tmp_path.iterdir())
        table.save(path, official=False)
    else:
        table.save(path)
    assert DocumentFrequencies.load(path).num_images == num_images


#: Words cut in two: one half of a character, two halves, and halves that together are the character.
HALVES = ["\ud83d", "\ude00", "\ud83d\ude00", "\ude00\ud83d", "a\ud83d", "\U0001f600"]


@pytest.mark.parametrize("name", ["table.df", "table.p"])
def test_words_that_hold_halves_of_characters_come_back(name, tmp_path):
    counts = {(word,): df for df, word in enumerate(HALVES, start=1)}
    DocumentFrequencies.from_counts(counts, num_images=9).save(tmp_path / name)
    assert DocumentFrequencies.load(tmp_path / name).counts(1) == counts


def test_words_beyond_65535_and_orders_above_4_come_back(load, tmp_path):
    words = [f"w{number}" for number in range(70_000)]
    counts = {(word,): 1 + number % 7 for number, word in enumerate(words)}
    counts |= {tuple(words[number : number + 6]): 2 for number in range(0, 69_990, 700)}
    content = {"document_frequency": {k: float(v) for k, v in counts.items()}, "ref_len": 40504}
    for data in (
        pickle.dumps(content, 4),
        python_2_text({tuple(w.encode() for w in k): float(v) for k, v in counts.items()}, ref_len="40504"),
    ):
        table = load(data)
        assert table.max_order == 6
        assert [table.counts(order) for order in (1, 6)] == [
            {ngram: df for ngram, df in counts.items() if len(ngram) == order} for order in (1, 6)
        ]
    table.save(tmp_path / "many.npz")
    assert DocumentFrequencies.load(tmp_path / "many.npz").digest == table.digest


def rewrite(path: Path, **changes: Any) -> None:
    """A safe file with some of its arrays or facts changed."""
    with np.load(path) as members:
        arrays = dict(members)
    table = json.loads(arrays["table"].tobytes())
    for name, value in changes.items():
        if name in arrays:
            arrays[name] = value
        else:
            table[name] = value
    arrays["table"] = np.frombuffer(json.dumps(table).encode(), np.uint8)
    np.savez(path, **arrays)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "a song"}, "it is another kind of archive"),
        ({"version": 2}, "it is of version 2, newer than this cidernb"),
        ({"words": ["a"] * 8}, "its words are not different strings"),
        ({"words": [1, 2]}, "its words are not different strings"),
        ({"words": 5}, "not a df file of cidernb, or damaged"),
        ({"num_images": 0}, "num_images is 0"),
        ({"num_images": "3"}, "num_images is '3'"),
        ({"tokenizer": 5}, "its tokenizer is 5"),
        ({"dfs": np.arange(4)}, "its dfs do not fit its n-grams"),
        ({"dfs": np.array(5)}, "its arrays are not those of a df file"),
        ({"keys_1": np.array([1, 0])}, "its n-grams are not in order"),
        ({"keys_2": np.array([10**9])}, "its n-grams are not in order"),
        ({"keys_1": np.array([-1, 0])}, "its n-grams are not in order"),
        ({"keys_1": np.array([0.0])}, "its arrays are not those of a df file"),
        ({"keys_1": np.array([{}], object)}, "allow_pickle"),
    ],
)
def test_a_safe_file_that_does_not_hold_together_is_refused(changes, said, tmp_path):
    path = tmp_path / "table.npz"
    DocumentFrequencies.from_counts({"a": 1, "b": 2, "a b": 1}, num_images=3).save(path)
    rewrite(path, **changes)
    with pytest.raises(ValueError, match="cannot be used") as error:
        DocumentFrequencies.load(path)
    assert said in str(error.value)


def test_a_safe_file_cut_off_anywhere_is_refused(tmp_path):
    path = tmp_path / "table.npz"
    DocumentFrequencies.from_counts({"a": 1, "a b": 1}, num_images=3).save(path)
    data = path.read_bytes()
    for length in range(4, len(data), 31):
        path.write_bytes(data[:length])
        with pytest.raises(ValueError, match="cannot be used"):
            DocumentFrequencies.load(path)


def test_an_archive_of_zeros_packed_small_is_not_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.npy", bytes(1 << 24))
    with pytest.raises(ValueError, match="it is compressed, which a df file of cidernb is not"):
        DocumentFrequencies.load(tmp_path / "bomb.npz")


def test_an_array_that_says_it_is_larger_than_its_file_is_refused(tmp_path):
    path = tmp_path / "table.npz"
    DocumentFrequencies.from_counts({"a": 1}, num_images=3).save(path)
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members["dfs.npy"] = members["dfs.npy"].replace(b"(1,), }" + b" " * 11, b"(999999999999,), }")
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(ValueError, match="cannot be used"):
        DocumentFrequencies.load(path)


# Saving


@pytest.mark.parametrize("name", ["table.p", "table.pkl", "table.pickle"])
def test_names_of_pickles_are_written_in_the_official_layout(name, tmp_path):
    table = DocumentFrequencies.from_references(REFERENCES)
    table.save(tmp_path / name)
    with open(tmp_path / name, "rb") as file:
        content = pickle.load(file)
    assert content == {"document_frequency": COUNTS, "ref_len": math.log(3)}
    # Official code looks up n-grams that the table does not hold.
    assert content["document_frequency"]["never", "seen"] == 0.0
    assert_right(DocumentFrequencies.load(tmp_path / name))


@pytest.mark.parametrize("name", ["table.p.gz", "table.PKL.gz"])
def test_a_pickle_s_name_may_say_that_it_is_packed(name, tmp_path):
    table = DocumentFrequencies.from_references(REFERENCES)
    table.save(tmp_path / name)
    content = pickle.loads(gzip.decompress((tmp_path / name).read_bytes()))
    assert content == {"document_frequency": COUNTS, "ref_len": math.log(3)}
    assert_right(DocumentFrequencies.load(tmp_path / name))
    once = (tmp_path / name).read_bytes()
    table.save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == once


@pytest.mark.parametrize("name", ["t.csv", "t.json", "t.TXT", "t.npz.gz", "t.gz", "t.html", "t.png"])
def test_a_name_that_ends_as_another_kind_of_file_is_refused_unless_the_layout_is_named(name, tmp_path):
    table = DocumentFrequencies.from_references(REFERENCES)
    with pytest.raises(ValueError, match=f"{name} ends as another kind of file does; name a table so that"):
        table.save(tmp_path / name)
    assert not list(tmp_path.iterdir())
    table.save(tmp_path / name, official=False)
    assert_right(DocumentFrequencies.load(tmp_path / name))


def test_the_layout_can_be_named_whatever_the_name(tmp_path):
    table = DocumentFrequencies.from_references(REFERENCES)
    table.save(tmp_path / "official", official=True)
    assert DocumentFrequencies.load(tmp_path / "official").layout == "{document_frequency, ref_len}"
    table.save(tmp_path / "safe.p", official=False)
    assert DocumentFrequencies.load(tmp_path / "safe.p").layout == "cidernb's own"


def test_the_official_layout_is_one_that_python_2_reads(tmp_path):
    DocumentFrequencies.from_references(REFERENCES).save(tmp_path / "table.p")
    data = (tmp_path / "table.p").read_bytes()
    assert data.startswith(b"\x80\x02")
    assert b"c__builtin__\nfloat\n" in data


def test_a_file_that_cannot_be_written_whole_leaves_the_old_one(tmp_path):
    path = tmp_path / "table.npz"
    path.write_text("old")

    def half() -> None:
        with replacing(path) as part:
            part.write_bytes(b"half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as full:
        half()
    assert full.value.filename == str(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_device_without_room_is_named():
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        DocumentFrequencies.from_references(REFERENCES).save("/dev/full")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        DocumentFrequencies.from_references(REFERENCES).save(tmp_path / "no" / "table.npz")
    assert str(tmp_path / "no") in str(error.value)


def test_a_file_that_is_replaced_through_a_link_leaves_the_link(tmp_path):
    (tmp_path / "link.npz").symlink_to(tmp_path / "table.npz")
    DocumentFrequencies.from_references(REFERENCES).save(tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink()
    assert_right(DocumentFrequencies.load(tmp_path / "table.npz"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_a_new_file_has_the_permissions_of_any_other(tmp_path):
    DocumentFrequencies.from_references(REFERENCES).save(tmp_path / "table.npz")
    (tmp_path / "other").touch()
    assert (tmp_path / "table.npz").stat().st_mode == (tmp_path / "other").stat().st_mode
