"""Exercises with fresh numbers, made so that every common mistake gives an answer of its own.

Read in this order: sentences (simple sentences, and bad translations of them), topics (what is asked, and which
mistakes must show), exercise (one question, with its answer and its wrong answers), making (the way in), sheets (for a
class, with a key; answers to choose from), formats (for learning platforms), worksheet (a page to clip by hand).
"""
