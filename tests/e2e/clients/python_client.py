"""PyPI's mcp client over stdio: python_client.py ERA FORMAT LOCKSTEP WORLD.

ERA is legacy, auto or 2026-07-28; FORMAT is text or structured. Exits non-zero, with the reason, on failure.
"""

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters

TOOLS = [
    "index_status",
    "editor_context",
    "search_symbols",
    "search_text",
    "get_file_outline",
    "find_references",
    "find_callers",
    "find_callees",
    "affected",
    "get_source",
    "resolve_definition",
    "get_enclosing_scope",
    "shortest_path",
    "god_nodes",
    "graph_stats",
]


def check(holds, what):
    if not holds:
        raise AssertionError(what)


async def main(era, answer_format, lockstep, world):
    server = StdioServerParameters(
        command=lockstep,
        args=["mcp", "--root", world, "--format", answer_format],
        cwd=world,
        env=dict(os.environ),
    )
    async with Client(server, mode=era, read_timeout_seconds=60) as client:
        expected = "2025-11-25" if era == "legacy" else "2026-07-28"
        check(client.protocol_version == expected, f"{era} came to speak {client.protocol_version}")
        # With a version given there is no handshake that could bring instructions.
        if era in ("legacy", "auto"):
            check("find_callers" in (client.instructions or ""), "no instructions")
        tools = (await client.list_tools()).tools
        check([tool.name for tool in tools] == TOOLS, f"tools are {[tool.name for tool in tools]}")
        answer = await client.call_tool("find_callers", {"symbol": "greet", "show_sites": "true"})
        text = answer.content[0].text
        check(not answer.is_error, text)
        check("main.py" in text and "greet(" in text, text)
        if answer_format == "structured":
            callers = answer.structured_content["callers"]
            check([caller["symbol"] for caller in callers] == ["main.py#main"], callers)
        else:
            check(answer.structured_content is None, "structured content in text format")
        unknown = await client.call_tool("find_callers", {"symbol": "nothing_like_this"})
        check("unknown" in unknown.content[0].text, unknown.content[0].text)
        wrong = await client.call_tool("find_callers", {"symbl": "greet"})
        check(wrong.is_error and "did you mean symbol" in wrong.content[0].text, wrong.content[0].text)


asyncio.run(main(*sys.argv[1:5]))
