"""The notebooks, the lecture and the teacher's guide: brought to a reader's folder, and opened in JupyterLab."""
