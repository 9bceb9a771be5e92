"""What is built on the maths: exercises that check themselves."""
