"""What every metric must satisfy."""
