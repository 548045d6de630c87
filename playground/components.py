"""Trees of components: walking through them, and filling in what Discord fills in."""

from collections.abc import Iterable, Iterator

from playground.wire import SELECTS, Json

_SINGLE_CHILDREN = ("accessory", "component")


def components_within(components: Iterable[Json]) -> Iterator[Json]:
    """Yield components and all that is inside them, in the order in which they are shown."""
    for component in components:
        yield component
        yield from components_within(component.get("components") or ())
        yield from components_within(component[name] for name in _SINGLE_CHILDREN if component.get(name))


def find_component(components: Iterable[Json], custom_id: str) -> Json | None:
    """Return the component with this custom id, however deep, or None."""
    found = (component for component in components_within(components) if component.get("custom_id") == custom_id)
    return next(found, None)


def completed(components: tuple[Json, ...]) -> tuple[Json, ...]:
    """Give every component an `id`, the next free number unless it has one, and every select its bounds."""
    taken = {component.get("id") for component in components_within(components)}
    free = (number for number in range(1, 1_000) if number not in taken)

    def complete(component: Json) -> Json:
        result = {**component, "id": component.get("id") or next(free)}
        if component["type"] in SELECTS:
            result = {"min_values": 1, "max_values": 1, **result}
        if component.get("components"):
            result["components"] = [complete(inner) for inner in component["components"]]
        for name in _SINGLE_CHILDREN:
            if component.get(name):
                result[name] = complete(component[name])
        return result

    return tuple(complete(component) for component in components)
