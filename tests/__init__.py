"""The tests are a package, because a library that installs its own folder `tests` would hide it otherwise."""
