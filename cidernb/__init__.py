"""CIDEr, the caption metric: every definition of it, scored exactly and explained.

The public names stand in `__init__.pyi`, and each loads its module when it is first used.

>>> import cidernb
>>> references = [["three red circles", "some red circles"], ["two blue squares", "blue squares"]]
>>> round(cidernb.score(["three red circles", "two squares"], references).mean, 3)
3.42
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
