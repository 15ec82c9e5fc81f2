import { expect, test } from "vitest";
import { CommonsError, LoadError } from "../../../src/errors/errors.ts";

interface Place {
  readonly file?: string;
  readonly line?: number;
}

test.each<[Place, string]>([
  [{}, "is bad"],
  [{ file: "a.mcf" }, "a.mcf: is bad"],
  [{ file: "a.mcf", line: 3 }, "a.mcf:3: is bad"],
  [{ file: "a:" }, "a:: is bad"],
  [{ file: "" }, "is bad"],
  [{ file: "", line: 3 }, "is bad"],
])("a LoadError at %j says where", (where, message) => {
  const error = new LoadError("is bad", where);
  expect(error.message).toBe(message);
  expect([error.file, error.line]).toEqual([where.file, where.line]);
});

test("an error is plain data for logs: its code, its message and what is known", () => {
  const cause = new Error("below");
  const error = new LoadError("is bad", { file: "a.mcf", line: 3 }, { cause });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: "LOAD",
    message: "a.mcf:3: is bad",
    file: "a.mcf",
    line: 3,
  });
  expect([error.name, error.cause, error.problem]).toEqual(["CommonsError", cause, "is bad"]);
  expect(Object.keys(new CommonsError("MOCK", "no", { missing: undefined }))).not.toContain(
    "missing",
  );
});
