"""The tags of a game."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Game


class Tags(MutableMapping[str, str]):
    """The tags of a game, in their order. Changes reach the game.

    >>> game = Game.parse('[White "Anderssen"] 1. e4 *')
    >>> game.tags["Black"] = "Kieseritzky"
    >>> dict(game.tags)
    {'White': 'Anderssen', 'Black': 'Kieseritzky'}
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    def __getitem__(self, name: str) -> str:
        value = self._game._tag(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        self._game._set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        if not self._game._remove_tag(name):
            raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._game._tag(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._game._tag_names())

    def __len__(self) -> int:
        return len(self._game._tag_names())

    def __repr__(self) -> str:
        return f"Tags({dict(self)!r})"
