"""Loaded before the client: the vendor's hosts lead to the server under test. Names and certificates stay as they are."""

import os
import socket

resolve = socket.getaddrinfo


def resolve_here(host, port, *args, **kwargs):
    if host == "mixpanel.com" or str(host).endswith(".mixpanel.com"):
        host, port = "127.0.0.1", int(os.environ["CLIENT_TLS_PORT"])
    return resolve(host, port, *args, **kwargs)


socket.getaddrinfo = resolve_here
