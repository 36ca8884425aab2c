"""What one build knows of the last one, and what it leaves for the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.errors import BuildError, Problem, Problems
from site_builder.inputs import hash_inputs
from site_builder.made import LastBuild, MadeSite
from site_builder.output.lying import hash_lying, lie_as_left, look_at_files
from site_builder.output.manifest import MANIFEST
from site_builder.output.notes import read_notes, write_notes
from site_builder.output.staging import has_leftovers
from site_builder.pages.planned import PlannedPage
from site_builder.planning import Plan
from site_builder.reuse.basis import Basis
from site_builder.reuse.pages import PageKeys, find_keys, last_build, records_of
from site_builder.reuse.record import Counts, Record, as_bytes, from_bytes
from site_builder.survey import Survey


@dataclass(frozen=True)
class NewRecord:
    """What a build found: its counts, what it told, and the SHA-256 of every input as it was when all was made."""

    counts: Counts
    told: tuple[Problem, ...]
    inputs: Mapping[str, str]


@dataclass(frozen=True)
class Memory:
    """basis: what this build rests on; record: what the last one noted, if it did."""

    out_dir: Path
    basis: Basis
    record: Record | None

    @classmethod
    def of_last_build(cls, out_dir: Path, data: Path, templates: Path, options: Sequence[str]) -> Memory | None:
        """What is known before anything is read. None where an input cannot be read, which the build will tell."""
        try:
            inputs = hash_inputs(data, templates, Problems())
        except BuildError:
            return None
        notes = read_notes(out_dir)
        return cls(out_dir, Basis(inputs, tuple(options)), from_bytes(notes) if notes else None)

    def whole_site(self) -> Record | None:
        """The record of the last build, if another one would make the same, and all of it still lies there."""
        record = self.record
        if record is None or record.key != self.basis.whole or has_leftovers(self.out_dir):
            return None
        return record if lie_as_left(self.out_dir, record.files) else None

    def page_keys(self, found: Survey, plan: Plan) -> PageKeys:
        """The keys of the pages of a site."""
        return find_keys(self.basis, found, plan)

    def last_build(self, keys: PageKeys) -> LastBuild:
        """What of the last build holds for this one."""
        return last_build(self.record, self.basis, keys, self.out_dir)

    def note_down(self, made: MadeSite, planned: Sequence[PlannedPage], keys: PageKeys, new: NewRecord) -> None:
        """Leave a record for the next build, unless an input has changed while this one ran."""
        manifest = hash_lying(self.out_dir, MANIFEST)
        if new.inputs != self.basis.inputs or manifest is None:
            return
        hashes = {name: file.sha256 for name, file in made.files.items()} | {MANIFEST: manifest}
        record = Record(
            key=self.basis.whole,
            without_rows=self.basis.without_rows,
            counts=new.counts,
            problems=new.told,
            files=look_at_files(self.out_dir, hashes),
            pages=records_of(made, planned, keys),
            ids=made.ids,
        )
        write_notes(self.out_dir, as_bytes(record))
