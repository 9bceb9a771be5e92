"""How much tests draw: a few examples, the same every time, or very many new ones.

- `make test`: few, and the same, so that it is soon done and a red test is red for everybody.
- `make test-long`: many and new, for a quiet evening. Tests that draw by themselves draw more too.
- `make mutate` chooses first-failure: it only asks whether a test fails, not for the smallest reason why.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("short", max_examples=30, derandomize=True, deadline=None, database=None)
settings.register_profile("long", max_examples=5_000, deadline=None, print_blob=True)
settings.register_profile("first-failure", settings.get_profile("short"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
