"""A websocket between kernel and page that sends each message at once.

By default the operating system holds a small message back until the one before it is acknowledged
(Nagle's algorithm), and the other side delays its acknowledgement by some 40 ms. A click is
answered by several small messages, so that the reader would wait for that delay at every click.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class PromptWebsocketConnection(ZMQChannelsWebsocketConnection):
    """Jupyter's connection to a kernel with TCP_NODELAY on the page's side."""

    def connect(self) -> Any:
        self.websocket_handler.set_nodelay(True)
        return super().connect()
