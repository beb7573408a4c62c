"""What Garmin Connect says about activities, in the shapes of its service and of its export."""
