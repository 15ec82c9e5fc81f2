#!/usr/bin/env node
/** The program `pocket-commons`. */

import { readFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { runCli } from "./cli/run.ts";

// A reader that went away, as `head` does, is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 2);
});
// Nobody reads what is beside the answer: that does not end the answer.
process.stderr.on("error", () => undefined);

const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
const { version } = JSON.parse(manifest) as { version: string };

const documents = fileURLToPath(new URL("../docs", import.meta.url));

process.exitCode = await runCli(
  process.argv.slice(2),
  { version, documents },
  {
    stdout: (written) => {
      process.stdout.write(written);
    },
    stderr: (written) => {
      process.stderr.write(written);
    },
    stdin: () => buffer(process.stdin),
    stopped: () =>
      new Promise((resolve) => {
        for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => resolve());
        // npm and npx end with a signal that they do not pass on to what they started.
        const parent = process.ppid;
        if (process.env["npm_command"] === undefined) return;
        setInterval(() => process.ppid !== parent && resolve(), 500).unref();
      }),
    show: async (url) => {
      const { default: open } = await import("open");
      const browser = await open(url);
      browser.once("error", () => undefined);
    },
    isTerminal: process.stdout.isTTY === true,
    progressStream: process.stderr.isTTY === true ? process.stderr : undefined,
    env: process.env,
  },
);
