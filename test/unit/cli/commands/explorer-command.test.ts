/** The explorer's page in a folder of its own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../running.ts";

const folder = mkdtempSync(join(tmpdir(), "explorer-command-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function written(...options: readonly string[]) {
  const { code } = await run(["explorer", folder, ...options]);
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const { world } = JSON.parse(readFileSync(join(folder, "explorer.json"), "utf8"));
  return { code, policy, world };
}

test("the page lies in the folder with its scripts and meanings, and opens the world beside it", async () => {
  const { code, policy, world } = await written();
  expect(code).toBe(0);
  expect(world).toBe("world.pocket");
  expect(policy).toMatch(/^default-src 'self'; img-src/);
  expect(policy).not.toContain("connect-src");
  const names = readdirSync(folder);
  expect(names).toContain("meaning.bin");
  expect(names.filter((name) => /^(?:page|worker)-\w+\.js$/.test(name))).toHaveLength(2);
});

test("a world at another origin is allowed by the policy of the page, and no other origin", async () => {
  const address = "https://data.example.org/worlds/world.json";
  const { policy, world } = await written("--world", address);
  expect(world).toBe(address);
  expect(policy).toMatch(
    /^default-src 'self'; connect-src 'self' https:\/\/data\.example\.org; img-src/,
  );
  for (const path of [
    "data/world.pocket",
    "data//world.pocket",
    "1:world.pocket",
    "data/a:b.pocket",
  ]) {
    expect((await written("--world", path)).policy).not.toContain("connect-src");
  }
  for (const here of ["http://localhost:8080", "http://127.0.0.1"]) {
    const { policy: local } = await written("--world", `${here}/world.pocket`);
    expect(local).toContain(`default-src 'self'; connect-src 'self' ${here};`);
  }
});

test.each([
  "http://data.example.org/world.pocket",
  "//data.example.org/world.pocket",
  "javascript:alert(1)",
  "file:///world.pocket",
  "http://localhost.example.org/world.pocket",
  "http://127.0.0.1.example.org/world.pocket",
  "http://1.127.0.0.1/world.pocket",
  "http://my.localhost/world.pocket",
])("an address that pages do not read is refused: %s", async (address) => {
  const { code, err } = await run(["explorer", join(folder, "none"), "--world", address]);
  expect(code).not.toBe(0);
  expect(err).toContain("--world takes a path, or an address of https:");
});

test("a page of one's own is replaced by --force alone, and the explorer's own by any call", async () => {
  const own = join(folder, "own");
  mkdirSync(own);
  const page = join(own, "index.html");
  writeFileSync(page, "<!doctype html><p>mine");
  const { code, err } = await run(["explorer", own]);
  expect(code).toBe(2);
  expect(err).toContain(
    `${page} exists, and is not the explorer's: choose another folder; --force replaces it`,
  );
  expect(readFileSync(page, "utf8")).toBe("<!doctype html><p>mine");
  expect(readdirSync(own)).toEqual(["index.html"]);
  expect((await run(["explorer", own, "--force"])).code).toBe(0);
  expect(readFileSync(page, "utf8")).toContain("Content-Security-Policy");
  expect((await run(["explorer", own])).code).toBe(0);
});

test("a file in the place of the folder is refused", async () => {
  const file = join(folder, "us.pocket");
  writeFileSync(file, "");
  const { code, err } = await run(["explorer", file]);
  expect(code).toBe(2);
  expect(err).toContain(`${file} is a file: explorer takes the folder that it writes`);
});
