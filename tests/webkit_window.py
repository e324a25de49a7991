#!/usr/bin/python3
"""A window of WebKitGTK for its driver: without a bar, so that it can be as narrow as a phone, and
with the errors of pages on standard output.

Runs with the system's Python, which has GObject.  Debian's MiniBrowser does neither.
"""

from __future__ import annotations

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")

from gi.repository import Gtk, WebKit2  # noqa: E402


def open_view(session: WebKit2.AutomationSession) -> WebKit2.WebView:
    """The view of a session, in a window of its own."""
    view = WebKit2.WebView(is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(decorated=False)
    window.add(view)
    window.show_all()
    return view


context = WebKit2.WebContext.get_default()
context.set_automation_allowed(True)
context.connect(
    "automation-started",
    lambda _context, session: session.connect("create-web-view", open_view),
)
Gtk.main()
