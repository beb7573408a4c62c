"""Learning and judging very many runners."""
