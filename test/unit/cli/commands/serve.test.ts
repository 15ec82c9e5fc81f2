/** The server as a user starts and stops it. */
import { expect, test } from "vitest";
import { runCli } from "../../../../src/cli/index.ts";
import { run } from "../running.ts";
import { saved } from "../saved-sample.ts";

/** Addresses that were shown in a browser. */
const shown: string[] = [];

/** Runs with the address that a server prints; it is told to stop then. @returns the exit code */
async function whileServing(
  argv: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<number> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let printed = (_text: string) => {};
  const ready = new Promise<string>((resolve) => {
    printed = resolve;
  });
  const code = runCli(["serve", saved, "--port", "0", ...argv], "1.2.3", {
    stdout: (text) => printed(String(text)),
    stderr: () => {},
    stdin: async () => "",
    stopped: () => stopped,
    show: async (url) => {
      shown.push(url);
    },
    isTerminal: false,
    progressStream: undefined,
    env: { NO_COLOR: "1" },
  });
  try {
    await use((await ready).trim());
  } finally {
    stop();
  }
  return await code;
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test("a server prints its address, answers until it is told to stop, and ends with 0", async () => {
  let address = "";
  const code = await whileServing([], async (url) => {
    address = url;
    expect(await statusOf(`${url}v2/node?nodes=geoId/06&property=->name`)).toBe(200);
    expect(await statusOf(`${url}api/place/name?dcids=geoId/06`)).toBe(200);
  });
  expect(code).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test("--open shows the address in a browser, and nothing else does", async () => {
  await whileServing([], async () => expect(shown).toEqual([]));
  await whileServing(["--open"], async (url) => expect(shown).toEqual([url]));
});

test.each(["x", "-1", "257", "1.5"])("a number of workers is not %s", async (workers) => {
  const { code, err } = await run(["serve", saved, "--port", "0", `--workers=${workers}`]);
  expect(code).toBe(2);
  expect(err).toContain("from 0 to 256");
});

test("with keys, nothing is answered without one", async () => {
  await whileServing(["--keys", "k"], async (url) => {
    expect(await statusOf(`${url}v2/node?nodes=geoId/06&property=->name`)).toBe(401);
    expect(await statusOf(`${url}v2/node?nodes=geoId/06&property=->name&key=k`)).toBe(200);
    expect(await statusOf(`${url}api/place/name?dcids=geoId/06`)).toBe(404);
  });
});

test("a port that is none is a mistake of the user", async () => {
  const { code, err } = await run(["serve", saved, "--port", "x"]);
  expect(code).toBe(2);
  expect(err).toBe('error: --port is a number from 0 to 65535, not "x"\n');
});
