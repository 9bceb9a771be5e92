"""Published scales on which people judge translations, each computed step by step from a few judgements."""
