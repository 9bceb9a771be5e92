"""The site in a real browser: `make test-pages`. It is built once, and looked at from a server and from a disk."""
