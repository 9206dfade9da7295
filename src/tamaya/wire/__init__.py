"""Views, events and insights as JSON: written and read by the types of the domain."""

from tamaya.wire.forms import Event, Insight, View, read_event, read_view

__all__ = ["Event", "Insight", "View", "read_event", "read_view"]
