"""Findings: ways in which a number misleads, with the evidence and what to do."""

from cidernb.diagnosis.diagnosing import diagnose, find
from cidernb.diagnosis.finding import Finding, Severity

__all__ = ["Finding", "Severity", "diagnose", "find"]
