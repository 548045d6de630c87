"""Phrases: sentences as message ids with their values, for any language."""

from __future__ import annotations

from engine.words import Phrase, mark, quoted

GERMAN = {"Ray {ray} is empty": "Strahl {ray} ist leer"}


def test_a_phrase_is_said_in_english_without_a_translator() -> None:
    assert Phrase("Ray {ray} is empty", {"ray": 7}).text() == "Ray 7 is empty"
    assert str(Phrase("The stock is empty")) == "The stock is empty"


def test_a_phrase_is_said_in_the_language_of_its_translator() -> None:
    assert Phrase("Ray {ray} is empty", {"ray": 7}).text(GERMAN.__getitem__) == "Strahl 7 ist leer"


def test_values_are_put_in_as_they_are() -> None:
    assert Phrase("{card}", {"card": "{ray}"}).text() == "{ray}"


def test_phrases_are_equal_by_value() -> None:
    assert Phrase("Ray {ray}", {"ray": 7}) == Phrase("Ray {ray}", {"ray": 7})
    assert Phrase("Ray {ray}", {"ray": 7}) != Phrase("Ray {ray}", {"ray": 8})


def test_a_message_id_that_is_marked_is_unchanged() -> None:
    assert mark("Pyramid") == "Pyramid"


def test_text_from_outside_is_quoted_on_one_line_and_cut() -> None:
    assert quoted("a\nb") == "'a\\nb'"
    assert quoted("x" * 40) == repr("x" * 40)
    assert quoted("x" * 41) == repr("x" * 39 + "…")
