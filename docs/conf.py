"""Settings of the documentation: `make docs` builds it, without reaching for the network."""

import tamaya

project = "Tamaya"
author = "the Tamaya authors"
copyright = "2026 the Tamaya authors"
version = release = tamaya.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = f"Tamaya {release}"
html_copy_source = False
html_show_sourcelink = False
