"""Explanations that are built on the maths: of edits, tools, mistakes; and exercises that check themselves."""
