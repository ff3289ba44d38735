"""Files of document frequencies: what forms there are, and how each is read and written."""
