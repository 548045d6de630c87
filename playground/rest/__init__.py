"""Discord's REST API, a file to each subject; `app` puts them together."""
