"""What people see of a result: HTML from templates, and figures; no widgets."""
