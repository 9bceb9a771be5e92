"""What is shown: text, HTML, LaTeX, figures."""
