"""Settings of the documentation: `make docs` builds it, without reaching for the network."""

import sys
from pathlib import Path

import tamaya

sys.path.insert(0, str(Path(__file__).parent))

project = "Tamaya"
author = "the Tamaya authors"
copyright = "2026 the Tamaya authors"
version = release = tamaya.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "api_names", "socket_messages"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Tamaya {release}"
html_copy_source = False
html_show_sourcelink = False
