import { describe, expect, test } from "vitest";
import { errorBody, RpcError, toRpcError } from "../../../../src/adapters/edge/rpc-error.ts";
import {
  ExpressionError,
  LimitError,
  LoadError,
  QueryError,
  RequestError,
  TokenError,
} from "../../../../src/errors/errors.ts";

describe("an engine error becomes a code and a status", () => {
  test.each([
    [new ExpressionError("bad arrow", 3), 3, 400],
    [new RequestError("no entity"), 3, 400],
    [new TokenError("invalid pagination token: x"), 3, 400],
    [new LimitError("too much"), 3, 400],
    [new QueryError("Syntax error", "SELECT", 6), 2, 500],
    [new LoadError("no such file"), 13, 500],
  ])("%s", (error, code, status) => {
    const mapped = toRpcError(error);
    expect(mapped).toMatchObject({ code, status, message: error.message, detail: "internal" });
    expect(mapped.cause).toBe(error);
  });

  test.each([new TypeError("x is not a function"), "text", undefined])(
    "%s, our own mistake, tells nothing but keeps its cause",
    (thrown) => {
      const mapped = toRpcError(thrown);
      expect(mapped).toMatchObject({ code: 13, status: 500, message: "internal error" });
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
    expect(new RpcError(name, "no")).toMatchObject({ code, status, message: "no" });
  });

  test.each([
    ["timeout", 4],
    ["maxRows", 8],
    ["maxMemoryBytes", 8],
    ["maxBodyBytes", 8],
  ] as const)("a limit that %s sets is code %i", (setting, code) => {
    expect(toRpcError(new LimitError("too much", { setting }))).toMatchObject({ code });
  });

  test("what has a code keeps it", () => {
    const error = new RpcError("unknown", "must provide DCIDs");
    expect(toRpcError(error)).toBe(error);
    expect(error).toMatchObject({ name: "RpcError", code: 2, status: 500 });
  });
});

test("the body is indented by one space and ends in a newline", () => {
  const error = new RpcError("notFound", 'say "no"', { detail: "service_control" });
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
