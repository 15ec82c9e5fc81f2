/** Words that a reader has to read twice: comments and documents are free of them. */
import { describe, expect, test } from "vitest";
import { filesUnder, type TextFile } from "./source-tree.ts";

const rulebook = "test/tidy/prose.test.ts";

const words = [
  { what: "`behind` where `after` is meant", word: behindNoServer() },
  { what: "programs that tell", word: /\b(?:tells?|told|telling)\b/i },
  { what: "`say of`", word: /\b(?:say|says|said|saying) of\b/i },
] as const;

const texts = filesUnder().filter(
  ({ path }) =>
    path !== rulebook &&
    (/^(?:[^/]+|docs\/.*|bench\/.*|test\/.*)\.md$/.test(path) ||
      /^(?:src|test|bench|explorer|build|\.ci)\/.*\.(?:tsx?|mjs)$/.test(path)),
);

describe("comments and documents", () => {
  test.each(words)("are free of $what", ({ word }) => {
    expect(texts.flatMap((file) => placesOf(word, file))).toEqual([]);
  });
});

describe("prose", () => {
  test("is searched in comments and documents, not in code", () => {
    const [{ word: behind }, { word: tell }] = words;
    const code = 'const told = 1; // it tells\n/** Read behind it. */\nconst text = "told";';
    expect(placesOf(tell, { path: "src/a.ts", text: code })).toEqual(["src/a.ts:1: // it tells"]);
    expect(placesOf(behind, { path: "src/a.ts", text: code })).toHaveLength(1);
    const page = "A server behind a proxy.\nThe cell behind the first.";
    expect(placesOf(behind, { path: "a.md", text: page })).toEqual([
      "a.md:2: The cell behind the first.",
    ]);
  });
});

/** A server stands behind a proxy, and a load leaves nothing behind. */
function behindNoServer(): RegExp {
  const what = "proxy|proxies|nginx|server|HTTP|wire|connection|address|fetch|CDN|interface";
  return new RegExp(
    `(?<!\\b(?:left|leav\\w+)\\b.*)\\bbehind\\b(?! (?:(?:a|an|the|its|such a|another) )?(?:${what})\\b)`,
    "i",
  );
}

function placesOf(word: RegExp, { path, text }: TextFile): string[] {
  const isProse = path.endsWith(".md");
  return text.split("\n").flatMap((line, index) => {
    const prose = isProse ? line : (/^\s*(?:\/\*)?\*.*|(?:^|\s)\/\/ .*/.exec(line)?.[0] ?? "");
    return word.test(prose) ? [`${path}:${index + 1}: ${prose.trim()}`] : [];
  });
}
