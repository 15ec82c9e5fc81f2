import { describe, expect, test } from "vitest";
import { answered, errorBody } from "../../../../src/adapters/edge/rpc-error.ts";
import {
  CommonsError,
  ExpressionError,
  LimitError,
  LoadError,
  QueryError,
} from "../../../../src/errors/errors.ts";
import { refused } from "../../../../src/errors/rpc.ts";

describe("an engine error becomes a code and a status", () => {
  test.each([
    [new ExpressionError("bad arrow", 3), 3, 400],
    [new CommonsError("REQUEST", "no entity"), 3, 400],
    [new CommonsError("TOKEN", "invalid pagination token: x"), 3, 400],
    [new LimitError("too much"), 3, 400],
    [new QueryError("Syntax error", "SELECT", 6), 2, 500],
    [new LoadError("no such file"), 13, 500],
  ])("%s", (error, code, status) => {
    const mapped = answered(error);
    expect(mapped).toBe(error);
    expect(mapped.rpc).toEqual({ code, status, detail: "internal" });
  });

  test.each([new TypeError("x is not a function"), "text", undefined])(
    "%s, our own mistake, tells nothing but keeps its cause",
    (thrown) => {
      const mapped = answered(thrown);
      expect(mapped).toMatchObject({
        code: "INTERNAL",
        rpc: { code: 13, status: 500 },
        message: "internal error",
      });
      expect(mapped.cause).toBe(thrown);
    },
  );

  test.each([
    ["unknown", 2, 500],
    ["invalidArgument", 3, 400],
    ["deadlineExceeded", 4, 504],
    ["notFound", 5, 404],
    ["resourceExhausted", 8, 429],
    ["internal", 13, 500],
    ["unauthenticated", 16, 401],
  ] as const)("%s is code %i and status %i", (name, code, status) => {
    expect(refused(name, "no")).toMatchObject({
      code: "REQUEST",
      rpc: { code, status },
      message: "no",
    });
  });

  test.each([
    ["timeout", 4],
    ["maxRows", 8],
    ["maxMemoryBytes", 8],
    ["maxBodyBytes", 8],
  ] as const)("a limit that %s sets is code %i", (setting, code) => {
    expect(answered(new LimitError("too much", { setting }))).toMatchObject({ rpc: { code } });
  });

  test("what has a code keeps it", () => {
    const error = refused("unknown", "must provide DCIDs");
    expect(answered(error)).toBe(error);
    expect(error).toMatchObject({ name: "CommonsError", rpc: { code: 2, status: 500 } });
  });
});

test("the body is indented by one space and ends in a newline", () => {
  const error = refused("notFound", 'say "no"', { detail: "service_control" });
  expect(errorBody(error)).toBe(`{
 "code": 5,
 "message": "say \\"no\\"",
 "details": [
  {
   "@type": "type.googleapis.com/google.rpc.DebugInfo",
   "stackEntries": [],
   "detail": "service_control"
  }
 ]
}
`);
});
