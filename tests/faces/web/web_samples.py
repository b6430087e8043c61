"""A small codebase, and the real app that serves it."""

from __future__ import annotations

import threading

import uvicorn

from codeqa.codebase import Codebase
from codeqa.faces.http.app import create_app

PLANTED = "<script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">"
FILES = {
    "README.md": f"# Lighthouse\n\nShips find their way by it. {PLANTED}\n",
    "lighthouse/lamp.py": f'"""The lamp."""\n\n\nclass Lamp:\n    """Shines. {PLANTED}"""\n\n'
    "    def __init__(self, power):\n        self.power = power\n\n"
    "    def shine(self, seconds):\n        return self.power * seconds\n",
    "lighthouse/keeper.py": '"""The keeper."""\n\nfrom lighthouse.lamp import Lamp\n\n\n'
    "def keep_watch(night):\n"
    '    """Lights the lamp while it is dark."""\n    lamp = Lamp(power=3)\n    return lamp.shine(night.seconds)\n',
    "lighthouse/harbour.py": "from lighthouse.keeper import keep_watch\n\n\ndef open_harbour(night):\n"
    '    """Ships may enter once the watch is kept."""\n    return keep_watch(night)\n',
    f"lighthouse/{'deep' * 12}.py": "".join(f"def step_{n}():\n    return {n}\n\n\n" for n in range(120)),
}


class Served:
    """An app behind a real socket."""

    def __init__(self, *codebases: Codebase, follow: bool = True) -> None:
        config = uvicorn.Config(
            create_app(codebases, follow=follow), "127.0.0.1", 0, log_level="critical", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
        self.url = f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}/"

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
