"""How hard the laws are tried: a moderate number of games here, many with --hypothesis-profile=long."""

import os

from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "tamaya", max_examples=120, deadline=None, print_blob=True, suppress_health_check=_SLOW_IS_FINE
)
# On a build machine a red light must mean the commit and not the dice.
settings.register_profile("ci", settings.get_profile("tamaya"), derandomize=True)
settings.register_profile("long", settings.get_profile("tamaya"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "tamaya")
