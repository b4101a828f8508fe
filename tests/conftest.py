"""What tests of several rooms share."""

from __future__ import annotations

import os

from hypothesis import settings

# The suite tries the same examples each time: a commit passes or fails for good. `long` seeks new ones.
settings.register_profile("default", deadline=None, max_examples=40, print_blob=True, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
