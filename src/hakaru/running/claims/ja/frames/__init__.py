"""What a Japanese clause may say: each frame takes the parts that it understands."""
