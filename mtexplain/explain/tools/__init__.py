"""Other tools: the reasons why two of them disagree, the reports they print, the input they are passed."""
