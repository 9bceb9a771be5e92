"""Explanations of other tools, with the reasons why two disagree, the reports they print, and their input."""
