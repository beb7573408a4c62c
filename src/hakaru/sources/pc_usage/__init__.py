"""How is this computer used? Counters of each system behind one protocol; never what was typed."""
