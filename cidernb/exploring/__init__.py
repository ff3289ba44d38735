"""What an app shows, without the app: worlds to explore, settings, and the result of both."""
