"""A PyPI mcp client that names its folders: python_roots.py ERA LOCKSTEP WORLD.

The server is started in the home folder, which it refuses to index: the client's folders are all there is.
"""

import asyncio
import os
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters, types


def check(holds, what):
    if not holds:
        raise AssertionError(what)


async def main(era, lockstep, world):
    environment = dict(os.environ)
    server = StdioServerParameters(command=lockstep, args=["mcp"], cwd=environment["HOME"], env=environment)
    asked = 0

    async def list_roots(_context):
        nonlocal asked
        asked += 1
        uris = [(Path(environment["HOME"]) / "no such folder").as_uri(), Path(world).as_uri()]
        return types.ListRootsResult(roots=[types.Root(uri=uri) for uri in uris])

    async with Client(server, mode=era, read_timeout_seconds=60, list_roots_callback=list_roots) as client:
        for _ in range(2):
            answer = await client.call_tool("find_callers", {"symbol": "greet"})
            check(not answer.is_error and "main.py" in answer.content[0].text, answer.content[0].text)
        check(asked == 1, f"asked for its folders {asked} times")
        status = (await client.call_tool("index_status", {})).content[0].text
        check("folders left out" in status and "no such folder" in status, status)


asyncio.run(main(*sys.argv[1:4]))
