"""What an English clause may say: each frame takes the chunks that it understands."""
