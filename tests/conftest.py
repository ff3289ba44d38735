"""Settings that all tests share."""

from hypothesis import Phase, settings

# No deadline: first calls import, and machines are shared. Without the phase that explains a
# failure by tracing every line: it takes minutes where the failing example is plain to read.
settings.register_profile(
    "cidernb", deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink]
)
settings.load_profile("cidernb")
