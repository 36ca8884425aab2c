"""The current rows of all pairs in one canonical order, with what was found out about each."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.dataset.rows import Array, Rows, is_absent
from site_builder.derive.current import Current
from site_builder.derive.groups import dense, order_by
from site_builder.derive.lines import Lines


@dataclass(frozen=True)
class Table:
    """Rows (n) with, for each (n,): its position among the usable rows, its line, its pair 0.., its scenario (index
    into the site's list), its interactivity, the date of its run, and whether it may compete for the ladder."""

    rows: Rows
    position: Array
    line: Array
    pair: Array
    scenario: Array
    interactivity: Array
    run_date: Array
    competing: Array

    def __len__(self) -> int:
        return len(self.rows)


def make_table(usable_rows: Rows, line: Array, interactivity: Array, current: Current, lines: Lines) -> Table:
    """The current rows in canonical order. line, interactivity (u,): of the usable rows."""
    order = _canonical_order(usable_rows, current.index, line[current.index], lines)
    position = current.index[order]
    of = line[position]
    return Table(
        rows=usable_rows.take(position),
        position=position,
        line=of,
        pair=lines.pair[of],
        scenario=lines.scenario[of],
        interactivity=interactivity[position],
        run_date=current.run_date[order],
        competing=lines.competing[of],
    )


def _canonical_order(rows: Rows, index: Array, line: Array, lines: Lines) -> Array:
    """Sorted by all that identifies a row, so that "the first" means the same whatever the order of the files."""
    load = dense(rows["conc"][index])
    known = [lines.series[line], load, lines.layout[line]]
    if not is_absent(rows["request_rate"]):
        known.append(rows["request_rate"][index])
    return order_by(known)
