import { describe, expect, test } from "vitest";
import type { QueryError } from "../../../../src/errors/errors.ts";
import { TokenReader, tokensOf } from "../../../../src/sparql/compile/tokens.ts";

const readerOf = (query: string) => new TokenReader(query, tokensOf(query, "documented"));

/** What a reader says that expected something else. */
function refusal(query: string): string {
  try {
    readerOf(query).expected("more");
  } catch (error) {
    return (error as QueryError).reason;
  }
  return "accepted";
}

describe("a reader of tokens", () => {
  test("stays at the end, however often it is asked for more", () => {
    const reader = readerOf("a");
    expect(reader.following.kind).toBe("end");
    expect(reader.take().text).toBe("a");
    for (const _ of "...") expect(reader.take().kind).toBe("end");
    expect(reader.token.kind).toBe("end");
    expect(reader.following.kind).toBe("end");
  });

  test("takes what it expects, keywords in any case, and nothing that is quoted", () => {
    const reader = readerOf('select ?a { "limit" "{"');
    expect(reader.skipKeyword("LIMIT")).toBe(false);
    expect(reader.takeKeyword("SELECT").text).toBe("select");
    expect(reader.takeVariable().text).toBe("a");
    expect(() => reader.takeVariable()).toThrow('Expected a variable but got "{"');
    expect(reader.takeMark("{").start).toBe(10);
    expect(() => reader.takeKeyword("LIMIT")).toThrow("Expected keyword LIMIT but got string");
    expect(reader.take().text).toBe("limit");
    expect(() => reader.takeMark("{")).toThrow('Expected "{" but got string literal "{"');
  });

  test.each([
    ["", "end of script"],
    ["geoId/06", 'identifier "geoId/06"'],
    ["?a", 'variable "?a"'],
    ["'a b'", 'string literal "a b"'],
    ["<http://x>", '"<http://x>"'],
    [";", '";"'],
  ])("names what %j is", (query, name) => {
    expect(refusal(query)).toBe(`Syntax error: Expected more but got ${name}`);
  });

  test("cuts what is longer than sixty characters", () => {
    expect(refusal("x".repeat(60))).toContain(`"${"x".repeat(60)}"`);
    expect(refusal("x".repeat(61))).toContain(`"${"x".repeat(60)}…"`);
  });
});
