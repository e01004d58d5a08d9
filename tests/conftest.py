"""What holds for all tests: Hypothesis may take its time, since machines are shared and slow at times."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
