"""How Hypothesis runs: `steady` tries the same examples each time, so that what a change broke is what fails.

`pytest --hypothesis-profile=explore` tries others, to be run over parsing and cutting before a release. Both are
patient, since machines are shared and slow at times.
"""

from hypothesis import HealthCheck, settings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", patient, derandomize=True)
settings.register_profile("explore", patient)
settings.load_profile("steady")
