"""How a chart follows whoever drags it."""
