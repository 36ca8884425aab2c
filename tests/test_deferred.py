"""Frozen values whose fields are made when they are asked for."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from site_builder.derive.deferred import Deferred, deferred


@dataclass(frozen=True, slots=True)
class Point(Deferred):
    """Two numbers."""

    x: int
    y: int


def made_later():
    """A point whose y is made later, and the names that were asked for."""
    asked = []

    def later(name):
        asked.append(name)
        return {"y": 2}

    return deferred(Point, later, {"x": 1}), asked


def test_a_field_is_made_once_and_only_when_it_is_asked_for():
    point, asked = made_later()
    assert (point.x, asked) == (1, [])
    assert (point.y, point.y, asked) == (2, 2, ["y"])


def test_such_a_value_is_equal_to_one_made_whole():
    """In every way that values are compared, copied and shown."""
    assert made_later()[0] == Point(1, 2)
    assert hash(made_later()[0]) == hash(Point(1, 2))
    assert repr(made_later()[0]) == "Point(x=1, y=2)"
    assert replace(made_later()[0], x=5) == Point(5, 2)


def test_it_is_as_frozen():
    with pytest.raises(FrozenInstanceError):
        made_later()[0].y = 3


@pytest.mark.parametrize("point", [made_later()[0], Point(1, 2)])
def test_a_name_that_is_no_field_is_said_so(point):
    with pytest.raises(AttributeError, match="Point has no field 'z'"):
        _ = point.z
