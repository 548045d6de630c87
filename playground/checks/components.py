"""Checks of components: rows, buttons, selects, and the limits of components v2."""

from typing import Any

from playground.checks.problems import Path, Problems
from playground.wire import SELECTS, ButtonStyle, ComponentType, Json

MAX_ROWS = 5
MAX_IN_ROW = 5
MAX_COMPONENTS_V2 = 40
MAX_TEXT_V2 = 4000
MAX_OPTIONS = 25
MAX_CUSTOM_ID = 100
MAX_LABEL = 80
MAX_PLACEHOLDER = 150
MAX_OPTION_TEXT = 100
MAX_MODAL_TITLE = 45
MAX_MODAL_LABEL = 45
MAX_MODAL_VALUE = 4000
_TEXT_DISPLAY = 10


def check_components(problems: Problems, value: Any, *, v2: bool) -> None:
    """Note what is wrong with a message's `components`; only `v2` ones hold more than action rows."""
    path: Path = ("components",)
    components = problems.objects(path, value, 0, MAX_COMPONENTS_V2 if v2 else MAX_ROWS)
    check = _Check(problems)
    for index, component in enumerate(components):
        if not v2 and component.get("type") != ComponentType.ACTION_ROW:
            problems.add((*path, index, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1,).")
        else:
            check.component((*path, index), component)
    if v2:
        problems.length(path, check.count, 0, MAX_COMPONENTS_V2)
        problems.length(path, check.text, 0, MAX_TEXT_V2)


def check_modal(fields: Json, path: tuple[str, ...]) -> None:
    """Raise ApiError 400/50035 if `fields` do not make a modal."""
    problems = Problems()
    problems.text(("custom_id",), fields.get("custom_id"), 1, MAX_CUSTOM_ID)
    problems.text(("title",), fields.get("title"), 1, MAX_MODAL_TITLE)
    check = _Check(problems)
    for index, component in enumerate(problems.objects(("components",), fields.get("components"), 1, MAX_ROWS)):
        check.component(("components", index), component)
    problems.raise_any(path)


class _Check:
    """One walk through a tree of components; custom ids must differ in all of it."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._custom_ids: set[str] = set()
        self.count = 0
        self.text = 0

    def component(self, path: Path, component: Json) -> None:
        """Check a component and all inside it."""
        self.count += 1
        kind = component.get("type")
        self._problems.whole_number((*path, "id"), component.get("id"), 0, 2**31 - 1)
        if not isinstance(kind, int):
            self._problems.required((*path, "type"))
        elif kind == ComponentType.ACTION_ROW:
            self._row(path, component)
        elif kind == ComponentType.BUTTON:
            self._button(path, component)
        elif kind in SELECTS:
            self._select(path, component)
        elif kind == ComponentType.TEXT_INPUT:
            self._text_input(path, component)
        elif kind == ComponentType.LABEL:
            self._label(path, component)
        elif kind == _TEXT_DISPLAY:
            self.text += len(self._problems.text((*path, "content"), component.get("content"), 1, MAX_TEXT_V2))
        else:
            self._others(path, component)

    def _row(self, path: Path, row: Json) -> None:
        inside = self._problems.objects((*path, "components"), row.get("components"), 1, MAX_IN_ROW)
        wide = [item for item in inside if item.get("type") != ComponentType.BUTTON]
        if wide and len(inside) > 1:
            words = "The specified component exceeds the maximum width"
            self._problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
        for index, item in enumerate(inside):
            self.component((*path, "components", index), item)

    def _button(self, path: Path, button: Json) -> None:
        style = button.get("style")
        self._problems.text((*path, "label"), button.get("label"), 0, MAX_LABEL)
        if style is None:
            self._problems.required((*path, "style"))
        elif style == ButtonStyle.LINK:
            self._problems.text((*path, "url"), button.get("url"), 1, 512)
        elif style != ButtonStyle.PREMIUM:
            self._custom_id(path, button)
            if not button.get("label") and not button.get("emoji"):
                self._problems.required((*path, "label"))

    def _select(self, path: Path, select: Json) -> None:
        self._custom_id(path, select)
        self._problems.text((*path, "placeholder"), select.get("placeholder"), 0, MAX_PLACEHOLDER)
        self._problems.whole_number((*path, "min_values"), select.get("min_values"), 0, MAX_OPTIONS)
        self._problems.whole_number((*path, "max_values"), select.get("max_values"), 1, MAX_OPTIONS)
        if select["type"] == ComponentType.STRING_SELECT:
            self._options((*path, "options"), select.get("options"))

    def _options(self, path: Path, value: Any) -> None:
        seen: set[str] = set()
        for index, option in enumerate(self._problems.objects(path, value, 1, MAX_OPTIONS)):
            self._problems.text((*path, index, "label"), option.get("label"), 1, MAX_OPTION_TEXT)
            self._problems.text((*path, index, "description"), option.get("description"), 0, MAX_OPTION_TEXT)
            chosen = self._problems.text((*path, index, "value"), option.get("value"), 1, MAX_OPTION_TEXT)
            if chosen in seen:
                words = "The specified option value is already used"
                self._problems.add((*path, index, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words)
            seen.add(chosen)

    def _text_input(self, path: Path, text_input: Json) -> None:
        self._custom_id(path, text_input)
        self._problems.text((*path, "label"), text_input.get("label"), 0, MAX_MODAL_LABEL)
        self._problems.text((*path, "placeholder"), text_input.get("placeholder"), 0, MAX_OPTION_TEXT)
        self._problems.text((*path, "value"), text_input.get("value"), 0, MAX_MODAL_VALUE)
        self._problems.whole_number((*path, "min_length"), text_input.get("min_length"), 0, MAX_MODAL_VALUE)
        self._problems.whole_number((*path, "max_length"), text_input.get("max_length"), 1, MAX_MODAL_VALUE)

    def _label(self, path: Path, label: Json) -> None:
        self._problems.text((*path, "label"), label.get("label"), 1, MAX_MODAL_LABEL)
        self._problems.text((*path, "description"), label.get("description"), 0, MAX_OPTION_TEXT)
        if label.get("component") is None:
            self._problems.required((*path, "component"))
        self._single((*path, "component"), label.get("component"))

    def _others(self, path: Path, component: Json) -> None:
        for index, item in enumerate(
            self._problems.objects((*path, "components"), component.get("components"), 0, MAX_COMPONENTS_V2)
        ):
            self.component((*path, "components", index), item)
        self._single((*path, "accessory"), component.get("accessory"))

    def _single(self, path: Path, inner: Any) -> None:
        for component in self._problems.objects(path, None if inner is None else [inner], 0, 1):
            self.component(path, component)

    def _custom_id(self, path: Path, component: Json) -> None:
        custom_id = self._problems.text((*path, "custom_id"), component.get("custom_id"), 1, MAX_CUSTOM_ID)
        if custom_id and custom_id in self._custom_ids:
            words = "Component custom id cannot be duplicated"
            self._problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
        self._custom_ids.add(custom_id)
