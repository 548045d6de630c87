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
MAX_GALLERY = 10
MAX_IN_SECTION = 3
MAX_DESCRIPTION = 1024
MAX_ADDRESS = 2048
_ROW = frozenset({ComponentType.ACTION_ROW})
_IN_ROW = SELECTS | {ComponentType.BUTTON}
_IN_CONTAINER = _ROW | {
    ComponentType.SECTION,
    ComponentType.TEXT_DISPLAY,
    ComponentType.MEDIA_GALLERY,
    ComponentType.FILE,
    ComponentType.SEPARATOR,
}
_IN_MESSAGE_V2 = _IN_CONTAINER | {ComponentType.CONTAINER}
_IN_SECTION = frozenset({ComponentType.TEXT_DISPLAY})
_BESIDE_SECTION = frozenset({ComponentType.BUTTON, ComponentType.THUMBNAIL})
_IN_MODAL = _ROW | {ComponentType.TEXT_DISPLAY, ComponentType.LABEL}
_FIELDS = SELECTS | {ComponentType.TEXT_INPUT}
Kinds = frozenset[ComponentType]


def check_components(problems: Problems, value: Any, *, v2: bool) -> None:
    """Note what is wrong with a message's `components`; only `v2` ones hold more than action rows."""
    path: Path = ("components",)
    components = problems.objects(path, value, 0, MAX_COMPONENTS_V2 if v2 else MAX_ROWS)
    check = _Check(problems, _IN_ROW)
    for index, component in enumerate(components):
        check.component((*path, index), component, _IN_MESSAGE_V2 if v2 else _ROW)
    if v2:
        problems.length(path, check.count, 0, MAX_COMPONENTS_V2)
        problems.length(path, check.text, 0, MAX_TEXT_V2)


def check_modal(fields: Json, path: tuple[str, ...]) -> None:
    """Raise ApiError 400/50035 if `fields` do not make a modal."""
    problems = Problems()
    problems.text(("custom_id",), fields.get("custom_id"), 1, MAX_CUSTOM_ID)
    problems.text(("title",), fields.get("title"), 1, MAX_MODAL_TITLE)
    check = _Check(problems, frozenset({ComponentType.TEXT_INPUT}))
    for index, component in enumerate(problems.objects(("components",), fields.get("components"), 1, MAX_ROWS)):
        check.component(("components", index), component, _IN_MODAL)
    problems.raise_any(path)


class _Check:
    """One walk through a tree of components, whose rows hold `in_row`; custom ids must differ in all of it."""

    def __init__(self, problems: Problems, in_row: Kinds) -> None:
        self._problems = problems
        self._in_row = in_row
        self._custom_ids: set[str] = set()
        self.count = 0
        self.text = 0

    def component(self, path: Path, component: Json, allowed: Kinds) -> None:
        """Check a component, which must be of an `allowed` type where it stands, and all inside it."""
        self.count += 1
        kind = component.get("type")
        self._problems.whole_number((*path, "id"), component.get("id"), 0, 2**31 - 1)
        if not isinstance(kind, int):
            self._problems.required((*path, "type"))
            return
        if kind not in allowed:
            numbers = ", ".join(str(int(one)) for one in sorted(allowed))
            self._problems.add((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of ({numbers}).")
            return
        match kind:
            case ComponentType.ACTION_ROW:
                self._row(path, component)
            case ComponentType.BUTTON:
                self._button(path, component)
            case ComponentType.TEXT_INPUT:
                self._text_input(path, component)
            case ComponentType.LABEL:
                self._label(path, component)
            case ComponentType.SECTION:
                self._section(path, component)
            case ComponentType.TEXT_DISPLAY:
                self.text += len(self._problems.text((*path, "content"), component.get("content"), 1, MAX_TEXT_V2))
            case ComponentType.THUMBNAIL:
                self._picture(path, component)
            case ComponentType.MEDIA_GALLERY:
                self._gallery(path, component)
            case ComponentType.FILE:
                self._address((*path, "file"), component.get("file"))
            case ComponentType.CONTAINER:
                self._inside(path, component, MAX_COMPONENTS_V2, _IN_CONTAINER)
            case ComponentType.SEPARATOR:
                pass
            case _:
                self._select(path, component)

    def _row(self, path: Path, row: Json) -> None:
        inside = self._problems.objects((*path, "components"), row.get("components"), 1, MAX_IN_ROW)
        wide = [item for item in inside if item.get("type") in _FIELDS]
        if wide and len(inside) > 1:
            words = "The specified component exceeds the maximum width"
            self._problems.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)
        for index, item in enumerate(inside):
            self.component((*path, "components", index), item, self._in_row)

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
        least, most = _bound(select, "min_values"), _bound(select, "max_values")
        if least > most:
            words = f"min_values must be equal to or less than {most}."
            self._problems.add((*path, "min_values"), "NUMBER_TYPE_MAX", words)
        if select["type"] == ComponentType.STRING_SELECT:
            self._options((*path, "options"), select.get("options"), min(most, MAX_OPTIONS))

    def _options(self, path: Path, value: Any, at_least: int) -> None:
        """Note what is wrong with a select's options, of which there must be as many as may be chosen."""
        seen: set[str] = set()
        for index, option in enumerate(self._problems.objects(path, value, at_least, MAX_OPTIONS)):
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
        self._single((*path, "component"), label.get("component"), _FIELDS)

    def _section(self, path: Path, section: Json) -> None:
        self._inside(path, section, MAX_IN_SECTION, _IN_SECTION)
        self._single((*path, "accessory"), section.get("accessory"), _BESIDE_SECTION)

    def _gallery(self, path: Path, gallery: Json) -> None:
        for index, item in enumerate(self._problems.objects((*path, "items"), gallery.get("items"), 1, MAX_GALLERY)):
            self._picture((*path, "items", index), item)

    def _picture(self, path: Path, picture: Json) -> None:
        self._address((*path, "media"), picture.get("media"))
        self._problems.text((*path, "description"), picture.get("description"), 0, MAX_DESCRIPTION)

    def _address(self, path: Path, value: Any) -> None:
        url = value.get("url") if isinstance(value, dict) else None
        self._problems.text((*path, "url"), url, 1, MAX_ADDRESS)

    def _inside(self, path: Path, outer: Json, most: int, allowed: Kinds) -> None:
        path = (*path, "components")
        for index, item in enumerate(self._problems.objects(path, outer.get("components"), 1, most)):
            self.component((*path, index), item, allowed)

    def _single(self, path: Path, inner: Any, allowed: Kinds) -> None:
        if inner is None:
            self._problems.required(path)
        for component in self._problems.objects(path, None if inner is None else [inner], 0, 1):
            self.component(path, component, allowed)

    def _custom_id(self, path: Path, component: Json) -> None:
        custom_id = self._problems.text((*path, "custom_id"), component.get("custom_id"), 1, MAX_CUSTOM_ID)
        if custom_id and custom_id in self._custom_ids:
            words = "Component custom id cannot be duplicated"
            self._problems.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", words)
        self._custom_ids.add(custom_id)


def _bound(select: Json, name: str) -> int:
    """Return how many may be chosen at least or at most; what is no number is told elsewhere."""
    value = select.get(name)
    return value if isinstance(value, int) and value >= 0 else 1
