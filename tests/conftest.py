"""What tests of several rooms share."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The suite tries the same examples each time: a commit passes or fails for good. `long` seeks new ones.
# How long an example takes says more of the machine than of the code.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=40,
    print_blob=True,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "long", parent=settings.get_profile("default"), max_examples=2000, derandomize=False
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
