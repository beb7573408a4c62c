"""What moved the number: sizes of effects and what they explain, against what was planted."""
