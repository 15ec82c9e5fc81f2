/** Every link of the built site leads to a file that is there, and to a place in it. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { documents } from "../../site/documents.mjs";
import { folder } from "./built-site.ts";

const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(?:html|svg)$/.test(path) && path !== "404.html")
  .map((path) => ({ path, html: readFileSync(join(folder, path), "utf8") }));
const pages = texts.filter(({ path }) => path.endsWith(".html"));

const idsOf = new Map(
  texts.map(({ path, html }) => [
    path,
    new Set(Array.from(html.matchAll(/\s(?:id|name)="([^"]*)"/g), ([, id]) => plain(id!))),
  ]),
);

/** Undefined for a link that holds. The explorer reads what follows its `#` itself. */
function fault(page: string, link: string): string | undefined {
  if (/^(?:https?|mailto|data|javascript):/.test(link)) return undefined;
  const [, file = "", , hash = ""] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/.exec(link) ?? [];
  const target = file === "" ? page : posix.join(posix.dirname(page), decodeURIComponent(file));
  if (target.startsWith("..") || file.startsWith("/")) return `${link} leaves the site`;
  const place = join(folder, target);
  if (!existsSync(place) || statSync(place).isDirectory()) return `${link}: no such file`;
  if (hash === "" || hash.startsWith("/") || hash.startsWith(":~:")) return undefined;
  return idsOf.get(target)?.has(decodeURIComponent(hash)) ? undefined : `${link}: no such place`;
}

function plain(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<");
}

describe("the site", () => {
  test("has a page of every document, and the explorer", () => {
    expect(pages.length).toBeGreaterThan(50);
    expect(idsOf.has("explorer/index.html")).toBe(true);
  });

  test("has no link that leads nowhere", () => {
    const links = pages.flatMap(({ path, html }) =>
      Array.from(html.matchAll(/\s(?:href|src)="([^"]*)"/g), ([, link]) => ({
        path,
        link: plain(link!),
      })),
    );
    expect(links.length).toBeGreaterThan(1000);
    expect(fault("docs/tables.html", "../nothing.html")).toBe("../nothing.html: no such file");
    expect(fault("docs/tables.html", "#nowhere")).toBe("#nowhere: no such place");
    const dead = links.flatMap(({ path, link }) => {
      const what = fault(path, link);
      return what === undefined ? [] : [`${path}: ${what}`];
    });
    expect(dead).toEqual([]);
  });

  test("lists its documents for programs, with what each says first, and has all of them in one file", () => {
    const list = readFileSync(join(folder, "llms.txt"), "utf8");
    const rows = [...list.matchAll(/^- \[[^\]]+\]\(([^)]+)\): (?!```).*\.$|^- .*$/gm)];
    expect(rows.map(([, path]) => path)).toEqual(documents.map(({ path }) => path));
    const all = readFileSync(join(folder, "llms-full.txt"), "utf8");
    for (const { path, text } of documents) {
      expect(readFileSync(join(folder, path), "utf8")).toBe(text);
      expect(all).toContain(text.trim());
    }
  });
});
