"""The commands that read captions from files."""
