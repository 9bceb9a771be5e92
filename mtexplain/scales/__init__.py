"""Marks that people give to translations: the published scales, each computed step by step from a few judgements."""
