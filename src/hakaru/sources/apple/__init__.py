"""What an iPhone exports of Apple Health: workouts, what was measured during them, routes."""
