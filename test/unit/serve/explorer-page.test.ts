/** The explorer's page as a server has it: its files, and which sources it checks. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { open } from "../../../src/index.ts";
import { ExplorerPage } from "../../../src/serve/explorer-page.ts";

const folder = mkdtempSync(join(tmpdir(), "explorer-"));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, "index.html"), '<html lang="en">page</html>');
writeFileSync(join(folder, "page-1.js"), "script");
writeFileSync(join(folder, "page-1.css"), "style");
writeFileSync(join(folder, "mark.svg"), "picture");
writeFileSync(join(folder, "notes.txt"), "not a part of the page");
writeFileSync(join(folder, "a.mcf"), "Node: dcid:a\ntypeOf: dcs:Citty\n");

const built = pathToFileURL(`${folder}/`);
const commons = await open({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:City\n" });
const ask = (page: ExplorerPage, url: string, method = "GET") =>
  page.answer(commons, { method, url, headers: {}, body: "" });

test("files of the page are answered by GET alone, each with its type and how long it may be kept", async () => {
  const page = new ExplorerPage([], built);
  expect(await ask(page, "/?a=b")).toEqual({
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy":
        "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    },
    body: '<html data-backend="http" lang="en">page</html>',
  });
  expect(await ask(page, "/page-1.js")).toMatchObject({
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    },
    body: "script",
  });
  const typeOf = async (url: string) => (await ask(page, url)).headers["content-type"];
  expect(await typeOf("/page-1.css")).toBe("text/css; charset=utf-8");
  expect(await typeOf("/mark.svg")).toBe("image/svg+xml");
  for (const [url, method] of [
    ["/", "POST"],
    ["/page-1.js", "HEAD"],
    ["/notes.txt", "GET"],
    ["/explorer/other", "GET"],
  ] as const) {
    expect((await ask(page, url, method)).status).toBe(404);
  }
  const known = ["/", "/index.html", "/page-1.js", "/explorer/api/home", "/explorer/x"];
  expect(known.filter((path) => !page.has(path))).toEqual([]);
  expect(["/notes.txt", "/explorer", "/other"].filter((path) => page.has(path))).toEqual([]);
});

test("sources are checked once for each world, but for snapshots", async () => {
  const findings = async (page: ExplorerPage) =>
    JSON.parse(`${(await ask(page, "/explorer/api/findings")).body}`);
  const source = join(folder, "a.mcf");
  const page = new ExplorerPage([source, join(folder, "a.pocket")], built);
  expect(await findings(page)).toMatchObject({ total: expect.any(Number) });
  writeFileSync(source, "Node: dcid:a\n".repeat(3));
  expect(await findings(page)).toEqual(await findings(page));
  expect(await findings(new ExplorerPage([join(folder, "a.pocket")], built))).toBeNull();
});

test("this thread alone has the files and the findings", () => {
  const page = new ExplorerPage([], built);
  const here = ["/", "/page-1.js", "/explorer/api/findings", "/explorer/api/home"];
  expect(here.map((path) => page.isOnlyHere(path))).toEqual([true, true, true, false]);
});
