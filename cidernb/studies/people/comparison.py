"""The paper's figures beside those computed from the same votes, and what differs between the two.

Nothing is tuned to match. The paper leaves open its tokenizer, its stemmer and what becomes of ties,
and it wrote its own BLEU and ROUGE, so that equal figures are not to be expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cidernb.studies import published
from cidernb.studies.people.agreement import Ties, similarities
from cidernb.studies.people.baselines import Bleu, has_meteor, meteor, rouge, tokenised
from cidernb.studies.people.beside import BEST_ROUGE, NO_VOTES, UNSTATED, Bench, not_ours
from cidernb.studies.people.beside import Compared as Compared  # part of what this module gives
from cidernb.studies.people.coverage import PEOPLE, Coverage
from cidernb.studies.people.curves import Progress
from cidernb.studies.people.similarities import Metric
from cidernb.studies.people.study import Study
from cidernb.studies.reference_counts import HELD_FIXED
from cidernb.tokenizers import Tokenizer, tokenizer_name
from cidernb.variant import PRESETS

#: The paper's names of the metrics; its ROUGE is another one on each data set.
ROUGE_OF = {"PASCAL-50S": "ROUGE-L", "ABSTRACT-50S": "ROUGE-1"}


def baseline_metrics(
    study: Study,
    tokenizer: Tokenizer = "ptb",
    *,
    with_meteor: bool = False,
    progress: Progress | None = None,
) -> dict[str, Metric]:
    """CIDEr and the other metrics of Table 1 on a study, by the paper's names.

    Parameters
    ----------
    study : Study
        The pairs.
    tokenizer : str or function
        How captions become words, for all of them.
    with_meteor : bool
        Whether METEOR is to run, which takes minutes; it is left out where it cannot.
    progress : callable, optional
        Called by METEOR with how many pairs are done and how many there are.

    Raises
    ------
    ValueError
        If sacrebleu or rouge-score is not installed.
    """
    captions = tokenised(study, tokenizer)
    one = rouge(captions, "rouge1")
    longest = ROUGE_OF.get(study.name) == "ROUGE-L"
    metrics: dict[str, Metric] = {
        "CIDEr": similarities(study, PRESETS["paper-cider"], tokenizer=tokenizer),
        "BLEU-1": Bleu(captions, 1),
        "BLEU-4": Bleu(captions, 4),
        "ROUGE-1": one,
        "ROUGE": rouge(captions, "rougeL") if longest else one,
    }
    if not longest:
        metrics[BEST_ROUGE] = replace(one, over="best")
    if with_meteor and has_meteor():
        metrics["METEOR"] = meteor(captions, progress)
    return metrics


def compare_with_paper(
    study: Study,
    metrics: Mapping[str, Metric],
    *,
    coverage: Coverage | None = None,
    tokenizer: Tokenizer = "ptb",
    ties: Ties = "excluded",
) -> tuple[Compared, ...]:
    """Every figure on people that the paper prints for CIDEr and its rivals, beside ours.

    Parameters
    ----------
    study : Study
        The pairs that were read. Simulated judges are held against nothing.
    metrics : mapping of str to Metric
        Some of "CIDEr", "METEOR", "BLEU-1", "BLEU-4", "ROUGE-1", and "ROUGE", the paper's on the data
        set; `baseline_metrics` makes them.
    coverage : Coverage, optional
        Check 1 on the study, for the figures on halves of the references.
    tokenizer : str or function
        What the metrics were made with, for the record.
    ties : {"excluded", "counted"}
        What becomes of pairs on which people have no winner.
    """
    bench = Bench(study, metrics, tokenizer_name(tokenizer), ties)
    rows = (*_overall(bench), *_by_kind(bench), *_halves(bench, coverage), *_elsewhere(bench))
    return rows if study.simulated else (*rows, _rank_correlation(study, tokenizer))


def _overall(bench: Bench) -> list[Compared]:
    rows = [
        bench.row("CIDEr, all pairs", "CIDEr", data_set, figure, published.OVERALL.place)
        for data_set, figure in published.OVERALL.figures.items()
    ]
    for metric, cells in published.TABLE_1.items():
        for data_set in cells:
            mean = published.mean_over_pairs(metric, data_set)
            place = f"{published.TABLE_1_PLACE}, mean of the row's cells"
            rows.append(bench.row(f"{_named(metric, data_set)}, all pairs", metric, data_set, mean, place))
    return rows


def _by_kind(bench: Bench) -> list[Compared]:
    return [
        bench.row(
            f"{_named(metric, data_set)}, {kind}",
            metric,
            data_set,
            figure,
            published.TABLE_1_PLACE,
            kind=kind,
        )
        for metric, cells in published.TABLE_1.items()
        for data_set, kinds in cells.items()
        for kind, figure in kinds.items()
    ]


def _halves(bench: Bench, coverage: Coverage | None) -> list[Compared]:
    rows = []
    for who, data_set in ((who, data_set) for data_set in published.PAIRS for who in ("CIDEr", "people")):
        paper, place = published.SPLIT.figures[f"{who}, {data_set}"], published.SPLIT.place
        what = f"{who}, 24 references against the other 24"
        if coverage is None or not bench.has(data_set):
            why = "not computed: check 1 was not run" if bench.has(data_set) else NO_VOTES
            rows.append(not_ours(what, data_set, paper, place, why))
            continue
        metric = HELD_FIXED if who == "CIDEr" else PEOPLE
        accuracy, low, high = (100 * share for share in coverage.accuracy(metric, max(coverage.counts)))
        tied = coverage.tied_share(metric, max(coverage.counts))
        differs = (
            f"the mean of {coverage.divisions} random halves here, one unnamed half there; {UNSTATED}; "
            f"undecided on {100 * tied:.1f} % of pairs, which is no agreement here"
        )
        pairs = round(float(coverage.counted.sum()) / coverage.divisions)
        rows.append(Compared(what, data_set, paper, place, accuracy, low, high, pairs, differs))
    return rows


def _elsewhere(bench: Bench) -> list[Compared]:
    """PASCAL-50S with five references, and what was measured on captions in no distributed file."""
    five = published.FIVE_REFERENCES
    rows = [
        bench.row(f"{name}, 5 references", name, "PASCAL-50S", figure, five.place, first=5)
        for name, figure in five.figures.items()
    ]
    pilot, systems = published.PILOT, published.SYSTEMS
    rows += [
        not_ours(
            f"ROUGE-1 in the pilot, {name}",
            "pilot",
            100 * figure,
            pilot.place,
            "not computed: the pilot's captions and votes are in no file",
        )
        for name, figure in pilot.figures.items()
    ]
    rows.append(
        not_ours(
            "ranking of five systems, Pearson correlation of people's and CIDEr's",
            "PASCAL-50S",
            systems.figures["both"],
            systems.place,
            "not computed: these votes are not in the folder, and the files name no system",
        )
    )
    return rows


def _rank_correlation(study: Study, tokenizer: Tokenizer) -> Compared:
    """Spearman's rank correlation of CIDEr-D with CIDEr over all candidates."""
    from scipy.stats import spearmanr

    scores = [
        similarities(study, PRESETS[name], tokenizer=tokenizer).scores().ravel()
        for name in ("paper-cider", "code-cider-d")
    ]
    rho = float(spearmanr(*scores).statistic)
    (paper,) = published.CIDER_D.figures.values()
    differs = (
        f"over {scores[0].size} candidates by paper-cider and code-cider-d; the paper does not say over which"
    )
    place = published.CIDER_D.place
    return Compared(published.CIDER_D.what, study.name, paper, place, rho, None, None, None, differs)


def _named(metric: str, data_set: str) -> str:
    return ROUGE_OF[data_set] if metric == "ROUGE" else metric
