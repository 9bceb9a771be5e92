"""What other computers have installed, and every notebook alone on them."""
