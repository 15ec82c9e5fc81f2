"""The official MCP server, unchanged, over stdio: its tools ask the server at a URL.

In mode "agent" it asks the routes of agents, in mode "custom" a self-hosted instance.
"""

import asyncio
import json
import os
import sys
import tempfile
from importlib.metadata import version

from expected import Report
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def settings(mode, url):
    if mode == "custom":
        return {
            "DC_TYPE": "custom",
            "CUSTOM_DC_URL": url.rstrip("/"),
            "DC_SEARCH_SCOPE": "custom_only",
            "DC_API_KEY": "any",
        }
    return {
        "DC_USE_AGENT_API": "true",
        "DC_AGENT_API_ROOT": f"{url}v2",
        "DC_API_KEY_VALIDATION_ROOT": url,
        "DC_API_KEY": "any",
    }


class Session:
    def __init__(self, mode, url):
        self.report = Report(f"datacommons-mcp {version('datacommons-mcp')} ({mode} mode)")
        self.server = StdioServerParameters(
            command=sys.executable,
            args=["-m", "datacommons_mcp.cli", "serve", "stdio"]
            + (["--skip-api-key-validation"] if mode == "custom" else []),
            env={**os.environ, **settings(mode, url)},
            cwd=tempfile.mkdtemp(),
        )
        # Tools, and each of their parameters, that no call has used so far.
        self.unused = set()

    async def call(self, tool, **arguments):
        text, is_error = await self.answer(tool, **arguments)
        if is_error:
            self.report.same(tool, text, "an answer")
            return {}
        return json.loads(text)

    async def answer(self, tool, **arguments):
        self.unused -= {tool, *((tool, name) for name in arguments)}
        result = await self.session.call_tool(tool, arguments)
        text = "".join(part.text for part in result.content if part.type == "text")
        return text, result.isError

    def run(self, asked):
        asyncio.run(self.running(asked))
        self.report.print()

    async def running(self, asked):
        async with stdio_client(self.server) as (reading, writing):
            async with ClientSession(reading, writing) as self.session:
                await self.session.initialize()
                for tool in (await self.session.list_tools()).tools:
                    names = tool.inputSchema["properties"]
                    self.unused |= {tool.name, *((tool.name, name) for name in names)}
                tools = {"search_indicators", "get_observations"}
                self.report.same("tools", tools <= self.unused, True)
                await asked()
