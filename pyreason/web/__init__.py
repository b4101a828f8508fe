"""The HTTP API and the page (`pyreason serve`, extra `web`): `pyreason.web.app.create_app` makes them."""
