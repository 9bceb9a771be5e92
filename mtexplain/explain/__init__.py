"""Explanations built on the maths of edits, tools and mistakes, and exercises that check themselves."""
