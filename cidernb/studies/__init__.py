"""Studies of the documented example: its article's checks and hypotheses, computed with cidernb."""

from cidernb.studies.record import Check, Demand, Line, Reproduction
from cidernb.studies.reproduction import reproduce

__all__ = ["Check", "Demand", "Line", "Reproduction", "reproduce"]
