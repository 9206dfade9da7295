"""From what a viewer may know to what the screen shows: functions of a view and a size, and nothing else."""
