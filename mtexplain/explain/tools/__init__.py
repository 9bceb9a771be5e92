"""Other tools, namely why two of them disagree, the reports they print, and the input they are given."""
