"""The boards there are to choose from."""

from tengen.game.svg import PLAIN, WOOD, Theme

NIGHT = Theme(("#3c3d44", "#2e2f35"), "#8f919c", "#b3b5bf")
THEMES = {"wood": WOOD, "plain": PLAIN, "night": NIGHT}
