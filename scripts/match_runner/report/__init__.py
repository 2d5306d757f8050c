"""Results for people to read: text, images and the HTML page."""
