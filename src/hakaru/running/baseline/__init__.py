"""What this runner usually shows at a speed."""
