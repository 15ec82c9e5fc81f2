/** What options of `serve` change, and how it refuses options that do not fit. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { run } from "../running.ts";
import { notedTexts, statusOf, whileServing } from "../saved-sample.ts";

const folder = mkdtempSync(join(tmpdir(), "serve-options-"));
afterAll(() => rmSync(folder, { recursive: true }));
const fileWith = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const absent = join(folder, "absent");
const node = "v2/node?nodes=geoId/06&property=->name";

describe("options that do not fit are refused in one line", () => {
  const elsewhere = "https://example.com/world.json";
  const inProcess = "--strict and --faults need a world in this process: give its file";
  test.each<[string, readonly string[], string]>([
    [
      "--watch of a world elsewhere",
      [elsewhere, "--watch"],
      "--watch is for files: a world that lies elsewhere is read anew when another takes its place",
    ],
    ["--strict of a world elsewhere", [elsewhere, "--strict"], inProcess],
    ["--faults of a world elsewhere", [elsewhere, "--faults", absent], inProcess],
    [
      "--faults that are not there",
      ["data-samples/us-states", "--faults", absent],
      `--faults ${absent}: ENOENT: no such file or directory, open '${absent}'`,
    ],
    [
      "--instructions that are not there",
      ["data-samples/us-states", "--instructions", absent],
      `--instructions ${absent}: ENOENT: no such file or directory, open '${absent}'`,
    ],
  ])("%s", async (_, words, message) => {
    const { code, out, err } = await run(["serve", ...words, "--port", "0"]);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: `error: ${message}\n` });
  });
});

test("--cors allows pages of these origins, and no others", async () => {
  const allowedTo = async (url: string, origin: string) =>
    (await fetch(url + node, { headers: { origin } })).headers.get("access-control-allow-origin");
  await whileServing(["--cors", "https://a.test"], async (url) => {
    expect(await allowedTo(url, "https://a.test")).toBe("https://a.test");
    expect(await allowedTo(url, "https://b.test")).toBeNull();
  });
  await whileServing([], async (url) => {
    expect(await allowedTo(url, "https://a.test")).toBeNull();
  });
});

test("--exact has no routes but the documented ones", async () => {
  const path =
    "sdmx/v3/data/dataflow/DC/DF_OBS/1.0.0/*?c[variableMeasured]=Count_Person&c[observationAbout]=geoId/06";
  const statuses = async (url: string) => [await statusOf(url + node), await statusOf(url + path)];
  await whileServing([], async (url) => expect(await statuses(url)).toEqual([200, 200]));
  await whileServing(["--exact"], async (url) => expect(await statuses(url)).toEqual([200, 404]));
});

/** What a language model reads first. */
async function instructionsAt(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1" },
      },
    }),
  });
  const text = await response.text();
  return response.ok ? JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "").result.instructions : undefined;
}

test("--instructions are what a language model reads first; an empty name is none", async () => {
  const file = fileWith("rules.md", "Answer in rhymes.\n");
  await whileServing(["--instructions", file], async (url) => {
    expect(await instructionsAt(url)).toContain("Answer in rhymes.");
  });
  for (const words of [[], ["--instructions", "", "--folder", ""]]) {
    await whileServing(words, async (url) => {
      expect(await instructionsAt(url)).not.toContain("rhymes");
    });
  }
});

test("without keys there are the explorer and tools, with keys tools for a folder alone", async () => {
  const keys = fileWith("keys.txt", "k\n");
  const [page, tools] = ["", "mcp"];
  const statuses = async (url: string, key: string) => [
    await statusOf(`${url}${page}${key}`),
    await statusOf(`${url}${tools}${key}`),
  ];
  await whileServing([], async (url) => expect(await statuses(url, "")).toEqual([200, 405]));
  await whileServing(["--keys-file", keys], async (url) => {
    expect(await statuses(url, "?key=k")).toEqual([404, 404]);
  });
  await whileServing(["--keys-file", keys, "--folder", folder], async (url) => {
    expect(await statuses(url, "?key=k")).toEqual([404, 405]);
  });
});

test("--watch loads changed files again, and says so; what cannot be loaded changes nothing", async () => {
  const textOf = (name: string) => `Node: dcid:a\ntypeOf: dcs:City\nname: "${name}"\n`;
  const file = fileWith("watched.mcf", textOf("one"));
  const nameAt = async (url: string) => {
    const response = await fetch(`${url}v2/node?nodes=a&property=->name`);
    return JSON.stringify(await response.json());
  };
  const use = async (url: string) => {
    notedTexts.length = 0;
    fileWith("watched.mcf", textOf("two"));
    await expect.poll(() => notedTexts, { timeout: 5000 }).toEqual(["loaded again\n"]);
    expect(await nameAt(url)).toContain("two");
    fileWith("watched.mcf", `${textOf("three")}no colon\n`);
    await expect.poll(() => notedTexts.length, { timeout: 5000 }).toBe(2);
    expect(notedTexts[1]).toMatch(/^not loaded again, the old world stays: .*watched\.mcf:4: /);
    expect(await nameAt(url)).toContain("two");
  };
  await whileServing(["--watch", "--strict"], use, { NO_COLOR: "1" }, file);
});
