"""Collecting the problems of a body into one answer."""

from typing import Any

from playground.errors import invalid_form
from playground.wire import GREATEST, Json

Path = tuple[str | int, ...]


class Problems:
    """What is wrong in a body, field by field."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: Path, code: str, message: str) -> None:
        """Note a problem with the field at `path`."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def required(self, path: Path) -> None:
        """Note a field that is missing."""
        self.add(path, "BASE_TYPE_REQUIRED", "This field is required")

    def length(self, path: Path, count: int, low: int, high: int) -> None:
        """Note a length that is not in `low..high`."""
        if low <= count <= high:
            return
        words = f"Must be {high} or fewer in length." if low == 0 else f"Must be between {low} and {high} in length."
        self.add(path, "BASE_TYPE_BAD_LENGTH", words)

    def text(self, path: Path, value: Any, low: int, high: int) -> str:
        """Return a text field, noting one that is missing though needed, not a text, or of a wrong length."""
        if value is None and low > 0:
            self.required(path)
        elif value is not None and not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif value is not None:
            self.length(path, len(value), low, high)
            return str(value)
        return ""

    def whole_number(self, path: Path, value: Any, low: int, high: int) -> None:
        """Note a number that is no whole number of `low..high`; an absent one is fine."""
        if value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif not low <= value <= high:
            words = f"int value should be between {low} and {high}."
            self.add(path, "NUMBER_TYPE_MIN" if value < low else "NUMBER_TYPE_MAX", words)

    def number(self, path: Path, value: Any) -> None:
        """Note what is no number within `GREATEST` of zero; an absent one is fine."""
        if value is None:
            return
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')
        elif abs(value) > GREATEST:
            words = f"float value should be between {-GREATEST} and {GREATEST}."
            self.add(path, "NUMBER_TYPE_MIN" if value < 0 else "NUMBER_TYPE_MAX", words)

    def items(self, path: Path, value: Any, low: int, high: int) -> list[Any]:
        """Return a field that is a list, noting anything else and a wrong number of items."""
        if value is None:
            if low > 0:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        self.length(path, len(value), low, high)
        return value

    def objects(self, path: Path, value: Any, low: int, high: int) -> list[Json]:
        """Return a field that is a list of objects, noting anything else and a wrong number of them."""
        items = self.items(path, value, low, high)
        for index, item in enumerate(items):
            if not isinstance(item, dict):
                self.add((*path, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return [item for item in items if isinstance(item, dict)]

    def raise_any(self, prefix: tuple[str, ...] = ()) -> None:
        """Raise ApiError 400/50035 if there is anything, with its paths below `prefix`."""
        if not self._tree:
            return
        tree = self._tree
        for step in reversed(prefix):
            tree = {step: tree}
        raise invalid_form(tree)
