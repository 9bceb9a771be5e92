"""A package by name, or a library that installs a folder `tests` of its own would hide this one."""
