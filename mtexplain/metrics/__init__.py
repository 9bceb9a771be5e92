"""The metrics: their maths, told as steps. Standard library only; one metric never imports another."""
