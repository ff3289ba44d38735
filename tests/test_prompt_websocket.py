"""The page's connection to a kernel sends every message at once."""

from __future__ import annotations

import socket

import pytest
from jupyter_server.serverapp import ServerApp
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.iostream import IOStream

from cidernb.lab import lab_arguments
from cidernb.prompt_websocket import PromptWebsocketConnection


class OpenPage:
    """What a kernel's connection sees of a page: its socket, set as a stream of tornado's sets it."""

    def __init__(self, stream: IOStream) -> None:
        self.set_nodelay = stream.set_nodelay


def test_a_page_that_connects_is_sent_small_messages_without_delay(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ZMQChannelsWebsocketConnection, "connect", lambda self: None)
    with socket.socket() as listening, socket.socket() as page:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        page.connect(listening.getsockname())
        delayed = page.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

        class Connection(PromptWebsocketConnection):
            websocket_handler = None  # in place of the trait that takes a real handler alone

            def __init__(self, handler: OpenPage) -> None:
                self.websocket_handler = handler

        class Stream(IOStream):
            def __init__(self) -> None:
                self.socket = page

        Connection(OpenPage(Stream())).connect()
        assert (delayed, page.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0) == (0, True)


def test_the_suite_is_served_with_it(tmp_path):
    (tmp_path / "00_start_here.ipynb").touch()
    server = ServerApp()
    server.parse_command_line(lab_arguments(tmp_path))
    assert server.kernel_websocket_connection_class is PromptWebsocketConnection
