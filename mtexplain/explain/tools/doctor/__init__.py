"""A checkup of the input of a tool, with its shape, the verdict on how each tool reads it, and the code to write.

Read the modules in this order. `nesting` finds how the lists are nested, `pairing` finds the lines that belong
together, and `shapes` names the kinds of nesting. `findings` lists everything that is checked. `lists`, `lines`,
`marks`, `habits` and `disguises` check the lists, the lines and the text. `mending` corrects the problems that are
certain enough. `tools` shows how each tool reads the input, and `calls` writes the code to use. `facts` puts all of
this together, and `checkup` has the trace and the entry point.
"""
