"""Explanations of edits, tools and mistakes, built on the maths of the metrics, and exercises that check themselves."""
