"""The quiz, which sets exercises one by one and gives a verdict on each answer.

Read the modules in this order: session (an exercise and its answers, rounds of exercises, and requests from the page)
and screen (the view). They need only the standard library; widget connects them to a browser.
"""
