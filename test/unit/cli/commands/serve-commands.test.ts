/** The server as a user starts and stops it. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { run } from "../running.ts";
import { printedTexts, saved, shown, statusOf, whileServing } from "../saved-sample.ts";

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

test("requests that are cut after ten seconds are counted, and the exit code is 1", async () => {
  printedTexts.length = 0;
  const code = await whileServing(["--json"], async (text) => {
    const { port } = JSON.parse(text) as { readonly port: number };
    const client = connect(port, "127.0.0.1");
    client.on("error", () => undefined).resume();
    client.write("POST /v2/node HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{");
    await once(client, "connect");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    // When the server has begun to end.
    void pause(300).then(() => vi.advanceTimersByTime(10_000));
  });
  vi.useRealTimers();
  expect(code).toBe(1);
  expect(JSON.parse(printedTexts.at(-1) ?? "")).toEqual({ cut: 1 });
});

test("--open shows the address in a browser, and nothing else does", async () => {
  await whileServing([], async () => expect(shown).toEqual([]));
  await whileServing(["--open"], async (url) => expect(shown).toEqual([url]));
});

/** The status of an answer to a client that calls the server by another name. */
const statusAs = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const path = `${url}v2/node?nodes=geoId/06&property=->name`;
    get(path, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test("--allowed-host lets clients call the server by further names", async () => {
  await whileServing([], async (url) => expect(await statusAs(url, "census.test")).not.toBe(200));
  await whileServing(["--allowed-host", "census.test"], async (url) => {
    expect(await statusAs(url, "census.test")).toBe(200);
    expect(await statusAs(url, "other.test")).not.toBe(200);
  });
});

test("an address that other machines reach needs --allow-remote", async () => {
  const argv = ["serve", saved, "--port", "0", "--host", "0.0.0.0"];
  expect(await run(argv)).toMatchObject({
    code: 2,
    err: expect.stringContaining("other machines"),
  });
  expect((await run([...argv, "--allow-remote"])).code).toBe(0);
});

test("--access-log prints a line of JSON for each answer", async () => {
  printedTexts.length = 0;
  await whileServing([], async (url) => void (await statusOf(`${url}v2/node?nodes=a`)));
  expect(printedTexts).toHaveLength(1);
  printedTexts.length = 0;
  await whileServing(["--access-log"], async (url) => {
    await statusOf(`${url}v2/node?nodes=geoId/06&property=->name`);
  });
  const [, ...lines] = printedTexts;
  expect(lines.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ status: 200 })]);
});

test("--strict refuses names that the world lacks, and --faults reads a plan", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "faults-")), "plan.json");
  const path = "v2/node?nodes=geoId/06&property=->name";
  await whileServing(["--strict"], async (url) => {
    expect(await statusOf(url + path)).toBe(200);
    expect(await statusOf(url + path.replace("Id", "id"))).toBe(400);
  });
  writeFileSync(file, '{"rules":[{"kind":"status","status":418,"occurrences":[2]}]}');
  await whileServing(["--faults", file], async (url) => {
    expect([await statusOf(url + path), await statusOf(url + path)]).toEqual([200, 418]);
  });
  for (const [text, reason] of [
    ["[]", "'faults' is an object, not a list of 0"],
    ["null", "'faults' is an object, not null"],
    ["{", "JSON"],
    ['{"rules":[{"kind":"eror"}]}', "faults.rules[0].kind"],
    [undefined, "ENOENT"],
  ] as const) {
    if (text === undefined) rmSync(file);
    else writeFileSync(file, text);
    const { code, err } = await run(["serve", saved, "--port", "0", "--faults", file]);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  }
});

test.each(["x", "-1", "257", "1.5"])("a number of workers is not %s", async (workers) => {
  const { code, err } = await run(["serve", saved, "--port", "0", `--workers=${workers}`]);
  expect(code).toBe(2);
  expect(err).toContain("from 0 to 256");
});

test("with keys of a file, nothing is answered without one", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "keys-")), "keys.txt");
  writeFileSync(file, "other\r\n\n k \n");
  await whileServing(["--keys-file", file], async (url) => {
    expect(await statusOf(`${url}v2/node?nodes=geoId/06&property=->name`)).toBe(401);
    expect(await statusOf(`${url}v2/node?nodes=geoId/06&property=->name&key=k`)).toBe(200);
    expect(await statusOf(`${url}core/api/v2/node?nodes=geoId/06&property=->name`)).toBe(401);
    expect(await statusOf(`${url}api/place/name?dcids=geoId/06`)).toBe(401);
    expect(await statusOf(`${url}api/place/name?dcids=geoId/06&key=k`)).toBe(404);
  });
});

test("the environment holds keys, too", async () => {
  const path = "v2/node?nodes=geoId/06&property=->name";
  const env = { NO_COLOR: "1", POCKET_COMMONS_KEYS: "a,b c" };
  const use = async (url: string) => {
    expect(await statusOf(`${url}${path}`)).toBe(401);
    for (const key of ["a", "b", "c"]) expect(await statusOf(`${url}${path}&key=${key}`)).toBe(200);
  };
  await whileServing([], use, env);
});

test("a file without a key opens no server, and keys are not taken from the command line", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "keys-")), "keys.txt");
  writeFileSync(file, "\n");
  const empty = await run(["serve", saved, "--port", "0", "--keys-file", file]);
  expect(empty).toMatchObject({ code: 2, err: `error: ${file} has no key\n` });
  const old = await run(["serve", saved, "--port", "0", "--keys", "k"]);
  expect(old.err).toMatch(/unknown option '--keys': it is --keys-file, or POCKET_COMMONS_KEYS/);
});

test("a port that is none is a mistake of the user", async () => {
  const { code, err } = await run(["serve", saved, "--port", "x"]);
  expect(code).toBe(2);
  expect(err).toBe('error: --port is a number from 0 to 65535, not "x"\n');
});
