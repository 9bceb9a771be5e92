"""Exercises with fresh numbers, made so that every common mistake gives a different answer.

Read the modules in this order. `sentences` makes simple sentences and bad translations of them. `topics` holds the
questions and the mistakes that must show. `exercise` is a question with its right answer and wrong answers. `making`
is the entry point. `sheets` prints exercises for a class, with a key, or with answers to choose from. `formats` writes
files for learning platforms, and `worksheet` makes a page for clipping by hand.
"""
