"""Copies of the notebooks, the lecture and the teacher's guide in a reader's folder, opened in JupyterLab."""
