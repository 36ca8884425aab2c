"""The shipped sample data: made-up benchmark rows, the same bytes on every run.

`python -m sample` writes one Parquet file that gives every part of a site something to show before anyone has
data of their own. Nothing in it was measured.

    physics.py    how a deployment answers load: speed, throughput, latencies, power
    plan.py       the words of a plan: deployments, setups, pairs
    strengths.py  how fast each model, GPU and engine typically is
    kimi.py       the two pairs whose published ladders the site must reproduce
    fleet.py      all other pairs, each with the feature it is there to show
    rows.py       from a plan to rows
    table.py      from rows to a Parquet file
"""
