"""Makes oracle.json: what gbstats 0.8.0 and scipy 1.17.1 say about generated data.

python3 -m venv oracle && oracle/bin/pip install gbstats==0.8.0 scipy==1.17.1
oracle/bin/python tests/experiments/oracle/make.py > tests/experiments/oracle/oracle.json
"""

import json
import warnings

import numpy as np
from gbstats.frequentist.tests import (
    FrequentistConfig,
    SequentialConfig,
    SequentialTwoSidedTTest,
    TwoSidedTTest,
)
from gbstats.models.statistics import (
    ProportionStatistic,
    RatioStatistic,
    RegressionAdjustedStatistic,
    SampleMeanStatistic,
)
from scipy import stats

warnings.filterwarnings("ignore")
random = np.random.default_rng(20260131)


def sums(values):
    return {"n": len(values), "y": float(values.sum()), "yy": float((values**2).sum())}


def mean_statistic(arm):
    return SampleMeanStatistic(n=arm["n"], sum=arm["y"], sum_squares=arm["yy"])


def said(result):
    return {"diff": float(result.expected), "p": float(result.p_value), "interval": [float(one) for one in result.ci]}


def both(control, treatment, alpha, tuning=None):
    """Absolute and relative, at a fixed horizon and sequentially."""
    answers = {}
    for kind in ("absolute", "relative"):
        answers[kind] = said(
            TwoSidedTTest(control, treatment, FrequentistConfig(difference_type=kind, alpha=alpha)).compute_result()
        )
        config = SequentialConfig(difference_type=kind, alpha=alpha, sequential_tuning_parameter=tuning)
        answers[f"sequential_{kind}"] = said(SequentialTwoSidedTTest(control, treatment, config).compute_result())
    return answers


def draw(size, law):
    if law == "normal":
        return random.normal(random.uniform(1, 50), random.uniform(0.5, 20), size)
    if law == "counts":
        return random.poisson(random.uniform(0.2, 6), size).astype(float)
    return random.lognormal(random.uniform(-1, 2), random.uniform(0.3, 1.2), size)


means, rates, ratios, adjusted = [], [], [], []
for case in range(60):
    alpha = float(random.choice([0.01, 0.05, 0.1]))
    tuning = int(random.choice([500, 5000, 50000]))
    law = ["normal", "counts", "skewed"][case % 3]
    sizes = [int(10 ** random.uniform(1, 3.7)) for _ in range(2)]
    y = [draw(size, law) for size in sizes]
    y[1] = y[1] * random.uniform(0.9, 1.1)
    arms = [sums(values) for values in y]
    welch = stats.ttest_ind(y[1], y[0], equal_var=False)
    means.append(
        {
            "alpha": alpha,
            "tuning": tuning,
            "control": arms[0],
            "treatment": arms[1],
            "gbstats": both(mean_statistic(arms[0]), mean_statistic(arms[1]), alpha, tuning),
            "scipy": {"t": float(welch.statistic), "df": float(welch.df), "p": float(welch.pvalue)},
        }
    )
    n = [int(10 ** random.uniform(2, 6)) for _ in range(2)]
    p = random.uniform(0.01, 0.9)
    hits = [int(random.binomial(n[0], p)), int(random.binomial(n[1], min(0.99, p * random.uniform(0.9, 1.1))))]
    se = float(np.sqrt(sum(h / m * (1 - h / m) / m for h, m in zip(hits, n))))
    z = (hits[1] / n[1] - hits[0] / n[0]) / se
    proportions = [ProportionStatistic(n=m, sum=h) for h, m in zip(hits, n)]
    rates.append(
        {
            "alpha": alpha,
            "tuning": tuning,
            "control": {"n": n[0], "y": hits[0], "yy": hits[0]},
            "treatment": {"n": n[1], "y": hits[1], "yy": hits[1]},
            "gbstats": both(*proportions, alpha, tuning),
            "scipy": {"z": float(z), "p": float(2 * stats.norm.sf(abs(z)))},
        }
    )
    b = [draw(size, "counts") + 1 for size in sizes]
    a = [values * random.uniform(0.5, 2) + draw(len(values), law) for values in b]
    pair_statistics, pairs = [], []
    for top, bottom in zip(a, b):
        pairs.append(
            {
                "n": len(top),
                "a": float(top.sum()),
                "aa": float((top**2).sum()),
                "b": float(bottom.sum()),
                "bb": float((bottom**2).sum()),
                "ab": float((top * bottom).sum()),
            }
        )
        pair_statistics.append(
            RatioStatistic(
                n=len(top),
                m_statistic=SampleMeanStatistic(n=len(top), sum=pairs[-1]["a"], sum_squares=pairs[-1]["aa"]),
                d_statistic=SampleMeanStatistic(n=len(top), sum=pairs[-1]["b"], sum_squares=pairs[-1]["bb"]),
                m_d_sum_of_products=pairs[-1]["ab"],
            )
        )
    ratios.append(
        {
            "alpha": alpha,
            "tuning": tuning,
            "control": pairs[0],
            "treatment": pairs[1],
            "gbstats": both(*pair_statistics, alpha, tuning),
        }
    )
    x = [draw(size, law) for size in sizes]
    post = [values + random.uniform(0.2, 1) * before for values, before in zip(y, x)]
    together = np.concatenate(x), np.concatenate(post)
    theta = float(np.cov(*together)[0, 1] / np.var(together[0], ddof=1))
    covariates, regressions = [], []
    for values, before in zip(post, x):
        covariates.append(
            {
                **sums(values),
                "x": float(before.sum()),
                "xx": float((before**2).sum()),
                "xy": float((values * before).sum()),
            }
        )
        regressions.append(
            RegressionAdjustedStatistic(
                n=len(values),
                post_statistic=SampleMeanStatistic(
                    n=len(values), sum=covariates[-1]["y"], sum_squares=covariates[-1]["yy"]
                ),
                pre_statistic=SampleMeanStatistic(
                    n=len(values), sum=covariates[-1]["x"], sum_squares=covariates[-1]["xx"]
                ),
                post_pre_sum_of_products=covariates[-1]["xy"],
                theta=theta,
            )
        )
    adjusted.append(
        {
            "alpha": alpha,
            "tuning": tuning,
            "theta": theta,
            "control": covariates[0],
            "treatment": covariates[1],
            "gbstats": both(*regressions, alpha, tuning),
        }
    )

tails = {
    "normal": [[z, float(stats.norm.sf(z))] for z in [-8, -3, -1, -1e-9, 0, 0.1, 0.5, 1, 1.96, 3, 5, 8, 20, 37]],
    "normal_quantile": [[p, float(stats.norm.ppf(p))] for p in [1e-12, 1e-6, 0.001, 0.02, 0.3, 0.5, 0.9, 0.975, 0.9999]],
    "student": [
        [t, df, float(2 * stats.t.sf(t, df))]
        for t in [1e-6, 0.01, 0.5, 1, 1.96, 3, 6, 12, 30]
        for df in [1, 2.5, 7, 29.3, 120, 5841.742, 1e5, 3.7e6, 1e9]
    ],
    "student_quantile": [
        [p, df, float(stats.t.ppf(p, df))] for p in [0.51, 0.9, 0.95, 0.975, 0.995, 0.9999] for df in [1, 3, 17.776, 250, 1e6]
    ],
    "chi_square": [[x, df, float(stats.chi2.sf(x, df))] for x in [0.01, 0.5, 2, 10, 22.774, 100, 700] for df in [1, 2, 5, 10, 40]],
}
corrections = []
for size in [1, 2, 5, 20, 100]:
    p = np.clip(random.beta(0.4, 2, size), 1e-12, 1)
    corrections.append({"p": p.tolist(), "bh": stats.false_discovery_control(p).tolist()})
counts = []
for arms in [2, 3, 5]:
    for _ in range(5):
        weights = random.dirichlet(np.ones(arms) * 5)
        observed = random.multinomial(int(10 ** random.uniform(3, 6)), weights)
        test = stats.chisquare(observed, observed.sum() * weights / weights.sum())
        counts.append(
            {
                "weights": weights.tolist(),
                "observed": observed.tolist(),
                "chi_square": float(test.statistic),
                "p": float(test.pvalue),
            }
        )

print(
    json.dumps(
        {
            "means": means,
            "rates": rates,
            "ratios": ratios,
            "adjusted": adjusted,
            "tails": tails,
            "corrections": corrections,
            "counts": counts,
        },
        indent=1,
    )
)
