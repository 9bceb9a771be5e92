"""Mistakes, exercises, quiz."""
