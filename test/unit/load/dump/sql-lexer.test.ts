/** Tokens of SQL, each with its line. */
import { describe, expect, test } from "vitest";
import { bytesOfText } from "../../../../src/load/bytes/native.ts";
import { SqlLexer } from "../../../../src/load/dump/sql-lexer.ts";

/** The tokens of a text as `kind:text`, with the line of each that is not on the first; "…" for one that goes on. */
function tokensOf(text: string, lexer = new SqlLexer()): string[] {
  const bytes = bytesOfText(`${text}\n`);
  const found: string[] = [];
  lexer.open(bytes, bytes.length);
  for (let token = lexer.next(); token !== undefined; token = lexer.next()) {
    const { kind, text: content, line } = token;
    found.push(`${kind}:${content}${line === 1 ? "" : `@${line}`}`);
  }
  if (lexer.isOpen) found.push(lexer.line === 1 ? "…" : `…@${lexer.line}`);
  return found;
}

test.each<[text: string, tokens: readonly string[]]>([
  ["", []],
  ["a_1$ É9x", ["word:a_1$", "word:É9x"]],
  ["12 -2.5 +3. .55 -.5", ["12", "-2.5", "+3.", ".55", "-.5"].map((one) => `number:${one}`)],
  ["1e10 1.5E+12 2e-13 .5e3", ["1e10", "1.5E+12", "2e-13", ".5e3"].map((one) => `number:${one}`)],
  ["1e 1e+ -", ["number:1", "word:e", "number:1", "word:e", "mark:+", "mark:-"]],
  ["7x", ["number:7", "word:x"]],
  ["X'0aFF' x'' 0x1F 0Xab", ["blob:0aFF", "blob:", "blob:1F", "blob:ab"]],
  ["X'0g' 0x", ["word:X", "text:0g", "number:0", "word:x"]],
  ["'a' 'it''s' '''' ''", ["text:a", "text:it's", "text:'", "text:"]],
  ['"a""b" `c``d` [e f] []', ['name:a"b', "name:c`d", "name:e f", "name:"]],
  ["[a\nb]", ["mark:[", "word:a", "word:b@2", "mark:]@2"]],
  [
    "(a,b);=<*",
    ["(", "a", ",", "b", ")", ";", "=", "<", "*"].map((one) =>
      /\w/.test(one) ? `word:${one}` : `mark:${one}`,
    ),
  ],
  ["'a\r\nb\rc\n'd", ["text:a\nb\rc\n", "word:d@3"]],
  ["a -- b\nc # d\n  e\r\n\tf", ["word:a", "word:c@2", "word:e@3", "word:f@4"]],
  ["a/* b\n* c */d /**/e", ["word:a", "word:d@2", "word:e@2"]],
  ["a - b / c", ["word:a", "mark:-", "word:b", "mark:/", "word:c"]],
  [
    "\u00a0a;\u2028b;\u3000\ufeffc;\u1680\nd",
    ["word:a", "mark:;", "word:b", "mark:;", "word:c", "mark:;", "word:d@2"],
  ],
  ["\n\n\na\n\n(\n'b'\n\n", ["word:a@4", "mark:(@6", "text:b@7"]],
  ["a /* b\n", ["word:a", "…"]],
  ["a\n'b\n", ["word:a", "…@2"]],
  ["a\n'b''\n", ["word:a", "…@2"]],
])("the tokens of %j", (text, tokens) => {
  expect(tokensOf(text)).toEqual(tokens);
});

describe("a backslash", () => {
  test("is a part of the text in a dump without backticks", () => {
    expect(tokensOf("'a\\n' 'b\\\\' \"c\\t\" 'd\\'")).toEqual([
      "text:a\\n",
      "text:b\\\\",
      "name:c\\t",
      "text:d\\",
    ]);
  });

  test("begins an escape after a name in backticks, though not in such a name", () => {
    expect(
      tokensOf("'a\\n' `b\\` 'it\\'s\\\\' \"c\\\"\" '\\0\\b\\n\\r\\t\\Z\\%\\é' `d\\n`"),
    ).toEqual([
      "text:a\\n",
      "name:b\\",
      "text:it's\\",
      'name:c"',
      "text:\0\b\n\r\t\u001a%é",
      "name:d\\n",
    ]);
    expect(tokensOf("`a` `b\\`")).toEqual(["name:a", "name:b\\"]);
    expect(tokensOf("`a` 'b\\")).toEqual(["name:a", "…"]);
    expect(tokensOf("`a` 'b\\'")).toEqual(["name:a", "…"]);
  });
});

test("a block goes on where the one before ended", () => {
  const lexer = new SqlLexer();
  expect(tokensOf("`a`\nb", lexer)).toEqual(["name:a", "word:b@2"]);
  lexer.at = 0;
  expect([lexer.line, tokensOf("'c\\n'", lexer)]).toEqual([3, ["text:c\n@3"]]);
});
