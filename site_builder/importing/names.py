"""The canonical keys of models, GPUs, engines, precisions and speculative decoding, from the names that files hold.

The catalogs of the site come first; then the rules by which the field's tools write names. A name that neither knows
keeps its own spelling, folded, and is reported: nothing is dropped because a list does not hold it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from site_builder.importing.known_names import (
    ENGINE_SPELLINGS,
    ENGINES,
    GPUS,
    MODEL_PATHS,
    MODEL_PREFIXES,
    MODELS,
    PRECISION_SPELLINGS,
    PRECISIONS,
    SPEC_METHODS,
)
from site_builder.settings.catalogs import Alias, Names, fold

_CACHE_PATH = re.compile(r"models--([^/]+?)--([^/]+)")
_PRECISION_TAIL = re.compile(r"-(?:fp4|fp8|mxfp4|nvfp4).*")
_PART_OF_GPU = re.compile(r"\d+g\.\d+gb|\bmig\b")
_BETWEEN_WORDS = re.compile(r"[\s\-/()]+")
_MODEL_FOLDERS = {path.rpartition("/")[2]: key for path, key in MODEL_PATHS.items()}  # as where weights are mounted
_NOTHING = Names({}, {}, {}, {}, {})


@dataclass(frozen=True)
class Name:
    """A canonical key; known: whether a catalog or a rule knows it; sets_disagg: it says that serving is split."""

    key: str
    known: bool
    sets_disagg: bool = False


class Naming:
    """Finds canonical keys; answers are kept, since a file holds few names many times."""

    def __init__(self, catalogs: Names | None = None) -> None:
        self._catalogs = catalogs or _NOTHING
        self.hardware = cache(self._hardware)
        self.model = cache(self._model)
        self.framework = cache(self._framework)
        self.precision = cache(self._precision)
        self.spec_method = cache(self._spec_method)

    def _model(self, name: str | None, path: str | None) -> Name | None:
        """A model from its key or prefix, else from the path of its weights."""
        candidates = [each for each in (name, path, _repository(name), _repository(path)) if each]
        if not candidates:
            return None
        for each in candidates:
            if found := self._catalogs.models.get(fold(each)):
                return Name(found.key, True)
        for each in candidates:
            if key := _model_key(fold(each)) or MODEL_PATHS.get(each) or _MODEL_FOLDERS.get(_last_part(each)):
                return Name(key, True)
        return Name(fold(_repository(candidates[0]) or candidates[0]), False)

    def _hardware(self, name: str | None, is_runner: bool = False) -> Name | None:
        """A GPU from its key, the label of a runner (cluster:b300-nv_2), or a maker's name that holds the key.

        is_runner: what follows the first hyphen names a machine, also where the GPU is unknown."""
        if not name:
            return None
        folded = fold(name)
        own = folded.rpartition(":")[2]
        short = own.partition("-")[0]
        for each in (folded, own, short):
            if found := self._catalogs.gpus.get(each):
                return Name(found.key, True)
        if short in GPUS:
            return Name(short, True)
        words = set(_BETWEEN_WORDS.split(folded)) & {*GPUS, *self._gpu_keys()}
        if len(words) == 1 and not _PART_OF_GPU.search(folded):
            return Name(words.pop(), True)
        return Name(short if is_runner else own, False)

    def _gpu_keys(self) -> set[str]:
        return {alias.key for alias in self._catalogs.gpus.values()}

    def _framework(self, name: str | None) -> Name | None:
        return _plain(name, self._catalogs.engines, ENGINE_SPELLINGS, ENGINES)

    def _precision(self, name: str | None) -> Name | None:
        return _plain(name, self._catalogs.precisions, PRECISION_SPELLINGS, PRECISIONS)

    def _spec_method(self, name: str | None) -> Name:
        return _plain(name, self._catalogs.spec_methods, {}, SPEC_METHODS) or Name("none", True)


def _plain(
    name: str | None, catalog: Mapping[str, Alias], spellings: Mapping[str, Alias], keys: frozenset[str]
) -> Name | None:
    folded = fold(name or "")
    if not folded:
        return None
    found = catalog.get(folded) or spellings.get(folded)
    return Name(found.key, True, found.sets_disagg) if found else Name(folded, folded in keys)


def _model_key(folded: str) -> str | None:
    """A model's key from itself or a prefix of a run's name, also before a precision."""
    for each in (folded, _PRECISION_TAIL.sub("", folded)):
        if each in MODELS:
            return each
        if each in MODEL_PREFIXES:
            return MODEL_PREFIXES[each]
    return None


def _last_part(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _repository(path: str | None) -> str | None:
    """The repository that a path in a Hugging Face cache holds: models--openai--gpt-oss-120b is openai/gpt-oss-120b."""
    found = _CACHE_PATH.search(path) if path else None
    return f"{found[1]}/{found[2]}" if found else None
