"""The page in Chromium. One browser serves all of these tests, and so they run on the session's event loop."""
