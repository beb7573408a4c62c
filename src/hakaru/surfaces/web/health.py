"""Check that the dashboard answers and lets no stranger in:
`python -m hakaru.surfaces.web.health [PORT]`.

For the health check of a container: nothing is signed in, no token is needed.
"""

from __future__ import annotations

import http.client
import sys
from contextlib import closing

from hakaru.surfaces.cli.language import WEB_PORT

_PATIENCE_S = 4.0
_UNAUTHORISED = 401


def is_healthy(port: int) -> bool:
    """Whether a dashboard at a port of this machine asks a stranger who they are."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)) as connection:
        try:
            connection.request("GET", "/", headers={"Accept": "text/html"})
            return connection.getresponse().status == _UNAUTHORISED
        except (OSError, http.client.HTTPException):
            return False


if __name__ == "__main__":
    sys.exit(0 if is_healthy(int(sys.argv[1]) if len(sys.argv) > 1 else WEB_PORT) else 1)
