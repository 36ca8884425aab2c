"""Days and moments as the tools write them, as numbers: days since 1970, microseconds since 1970 in UTC."""

from __future__ import annotations

import datetime
import re

from site_builder.importing.batch import number_of

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_EPOCH_TIME = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_STAMP = re.compile(r"(\d{4})(\d{2})(\d{2})(?:-\d{6})?")
_DAY_SECONDS = 86_400
_MOST_SECONDS = 253_370_764_800  # year 9999


def day_of(value: object) -> int | None:
    """The day of a date written as 2026-08-15, also before a time of day, as it stands; None for anything else."""
    try:
        return datetime.date.fromisoformat(value[:10]).toordinal() - _EPOCH if isinstance(value, str) else None
    except ValueError:
        return None


def day_of_stamp(value: object) -> int | None:
    """The day of a stamp such as 20260722-060114 (local time), or of an ISO date."""
    found = _STAMP.fullmatch(value.strip()) if isinstance(value, str) else None
    return day_of("-".join(found.groups())) if found else day_of(value)


def moment_of(value: object) -> int | None:
    """A moment written with its time zone; None for anything else, since a time without a zone is no moment."""
    try:
        moment = datetime.datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return (moment - _EPOCH_TIME) // datetime.timedelta(microseconds=1) if moment and moment.tzinfo else None


def of_unix(value: object, per_second: int = 1) -> tuple[int | None, int | None]:
    """The day in UTC and the moment of a count of seconds since 1970 (or of parts of them); None for what is none."""
    number = number_of(value)
    if number is None or not 0 < number / per_second < _MOST_SECONDS:
        return None, None
    return int(number // per_second) // _DAY_SECONDS, int(number * 1_000_000 / per_second)
