/** The bundled sample as a snapshot, and a server of it as a user starts and stops it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../../src/cli/run.ts";
import { open } from "../../../src/index.ts";
import { facts } from "./running.ts";

export const sample = "data-samples/us-states";

/** The sample as a snapshot, which opens sooner. */
export const saved: string = join(mkdtempSync(join(tmpdir(), "cli-")), "sample.pocket");
await (await open(sample)).save(saved);

/** Addresses that were shown in a browser. */
export const shown: string[] = [];

/** All that was printed on standard output, and on standard error. */
export const printedTexts: string[] = [];
export const notedTexts: string[] = [];

/** Runs with the address that a server prints, then stops the server. @returns the exit code */
export async function whileServing(
  argv: readonly string[],
  use: (url: string) => Promise<void>,
  env: Readonly<Record<string, string>> = { NO_COLOR: "1" },
  source = saved,
): Promise<number> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let printed = (_text: string) => {};
  const ready = new Promise<string>((resolve) => {
    printed = resolve;
  });
  const code = runCli(["serve", source, "--port", "0", ...argv], facts, {
    stdout: (text) => {
      printedTexts.push(String(text));
      printed(String(text));
    },
    stderr: (text) => notedTexts.push(text),
    stdin: async () => Buffer.of(),
    stopped: () => stopped,
    show: async (url) => {
      shown.push(url);
    },
    isTerminal: false,
    progressStream: undefined,
    env,
  });
  try {
    await use((await ready).trim());
  } finally {
    stop();
  }
  return await code;
}

export const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
