"""Draws a position as SVG: the levels of the pyramid side by side, the lowest first."""

STEP = 30  # pixels from one cell to the next
GAP = 24  # pixels between two levels
RADIUS = 13
FILL = {"L": "#f3dfb4", "D": "#5b3a21"}


def svg(position):
    """The text of an SVG picture of a position, with the same letters and rows as its drawing."""
    levels = position.drawing().split("level ")[1:]
    parts = []
    left = GAP
    height = (position.base + 1) * STEP + GAP
    for level in levels:
        title, *lines = level.strip("\n").split("\n")
        rows = [line.split() for line in lines if line.strip() and line.strip()[0].isdigit()]
        side = len(rows)
        for down, (number, *cells) in enumerate(rows):
            y = height - GAP - (side - down) * STEP
            parts.append(f'<text x="{left - STEP // 2}" y="{y + 4}">{number}</text>')
            for across, cell in enumerate(cells):
                parts.append(_cell(left + across * STEP + STEP // 2, y, cell))
        for across in range(side):
            x = left + across * STEP + STEP // 2
            parts.append(f'<text x="{x}" y="{height - GAP + 4}">{"abcd"[across]}</text>')
        left += side * STEP + GAP
    parts.append(f'<text x="{left // 2}" y="{height - 4}">{position.to_move} to move</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left}" height="{height}" '
        f'viewBox="0 0 {left} {height}" font-family="sans-serif" font-size="11" '
        f'text-anchor="middle"><title>{position.text}</title>{"".join(parts)}</svg>'
    )


def _cell(x, y, cell):
    """A sphere, a dashed ring where one may be put, or a dot where nothing supports it yet."""
    if cell in FILL:
        return f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{FILL[cell]}" stroke="#222"/>'
    if cell == "+":
        return (
            f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="none" stroke="#999" '
            'stroke-dasharray="3 3"/>'
        )
    return f'<circle cx="{x}" cy="{y}" r="2" fill="#bbb"/>'
