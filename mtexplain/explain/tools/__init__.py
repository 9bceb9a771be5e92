"""Explanations of other tools, with the reasons why two tools disagree, the reports they print, and their input."""
