/** What is printed for errors, by their kind, and the exit codes. */
import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { type CliIo, UsageError } from "../../../../src/cli/io.ts";
import { failed } from "../../../../src/cli/run.ts";
import { CommonsError } from "../../../../src/errors/errors.ts";
import { RemoteError } from "../../../../src/remote/stores/block-store.ts";

interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function printedFor(error: unknown, isJson = false, env: CliIo["env"] = {}): Printed {
  let [out, err] = ["", ""];
  const io = {
    stdout: (text: string) => {
      out += text;
    },
    stderr: (text: string) => {
      err += text;
    },
    isTerminal: false,
    progressStream: undefined,
    env,
  } as unknown as CliIo;
  return { code: failed(error, isJson, io), out, err };
}

const rpc = { code: 3, status: 400 } as const;
const refused = (cause?: unknown) => new CommonsError("REQUEST", "refused", { rpc, cause });
const withStack = (error: Error, stack: string | undefined) => Object.assign(error, { stack });
const bug = "error: this is a bug, please report it:";
const long = "x".repeat(1_000);

test.each<[string, unknown, number, string, object]>([
  ["a mistake of the user", new UsageError("no"), 2, "error: no", { code: "USAGE", message: "no" }],
  ["a wrong type", new TypeError("no"), 2, "error: no", { code: "USAGE", message: "no" }],
  [
    "the file system",
    Object.assign(new Error("full"), { syscall: "write", code: "ENOSPC" }),
    2,
    "error: full",
    { code: "SYSTEM", message: "full" },
  ],
  [
    "a source",
    new CommonsError("LOAD", "a:2: no", { file: "a", line: 2 }),
    2,
    "error: a:2: no",
    { code: "LOAD", message: "a:2: no", file: "a", line: 2 },
  ],
  [
    "a store",
    new RemoteError("missing", "gone"),
    2,
    "error: gone",
    { ...new RemoteError("missing", "gone").toJSON() },
  ],
  ["a request", refused(), 1, "error: refused", { code: "REQUEST", message: "refused", rpc }],
  [
    "a request, with what refused it",
    refused(new Error("why")),
    1,
    "error: refused (why)",
    { code: "REQUEST", message: "refused (why)", rpc },
  ],
  [
    "a request, with a cause that says the same",
    refused(new Error("refused")),
    1,
    "error: refused",
    { code: "REQUEST", message: "refused", rpc },
  ],
  [
    "a request, with a cause that is no error",
    refused("why"),
    1,
    "error: refused",
    { code: "REQUEST", message: "refused", rpc },
  ],
  [
    "a store, though an endpoint says so",
    new CommonsError("REMOTE", "gone", { rpc, cause: new Error("why") }),
    2,
    "error: gone",
    { code: "REMOTE", message: "gone", rpc },
  ],
  [
    "several lines",
    new UsageError("one\r\ntwo\u2028three"),
    2,
    "error: one\u240a\u240atwo\u240athree",
    { code: "USAGE", message: "one\r\ntwo\u2028three" },
  ],
  [
    "a thousand letters",
    new UsageError(long),
    2,
    `error: ${long}`,
    { code: "USAGE", message: long },
  ],
  [
    "more letters",
    new UsageError(`${long}yz`),
    2,
    `error: ${long}\u2026`,
    { code: "USAGE", message: `${long}\u2026` },
  ],
  [
    "a bug",
    withStack(new RangeError("broken"), `RangeError: broken\n  at ${long}`),
    3,
    `${bug} RangeError: broken\n  at ${long}`,
    { code: "BUG", message: "broken" },
  ],
  [
    "a bug without a place",
    withStack(new RangeError("broken"), undefined),
    3,
    `${bug} broken`,
    { code: "BUG", message: "broken" },
  ],
  ["a text that was thrown", "thrown", 3, `${bug} thrown`, { code: "BUG", message: "thrown" }],
  [
    "what only looks like an error",
    { code: "REMOTE", syscall: "read", name: "CommonsError", toString: () => "odd" },
    3,
    `${bug} odd`,
    { code: "BUG", message: "odd" },
  ],
  ...["syscall", "code"].map((name): [string, unknown, number, string, object] => [
    `an error with a ${name} alone`,
    withStack(Object.assign(new Error("odd"), { [name]: "x" }), undefined),
    3,
    `${bug} odd`,
    { code: "BUG", message: "odd" },
  ]),
])("%s", (_, error, code, line, body) => {
  expect(printedFor(error)).toEqual({ code, out: "", err: `${line}\n` });
  const out = `${JSON.stringify(body, null, 2)}\n`;
  expect(printedFor(error, true)).toEqual({ code, out, err: `${line}\n` });
});

test.each([
  ["error: no", "no"],
  ["no error: none", "no error: none"],
  [`error: ${long}yz`, `${long}\u2026`],
])("what the parser refuses it has said itself: %s", (message, said) => {
  const error = new CommanderError(1, "commander.unknownOption", message);
  expect(printedFor(error)).toEqual({ code: 2, out: "", err: "" });
  const out = `${JSON.stringify({ code: "USAGE", message: said }, null, 2)}\n`;
  expect(printedFor(error, true)).toEqual({ code: 2, out, err: "" });
});

test("help and version are no failures", () => {
  const error = new CommanderError(0, "commander.version", "1.2.3");
  for (const isJson of [false, true]) {
    expect(printedFor(error, isJson)).toEqual({ code: 0, out: "", err: "" });
  }
});

test("errors have a colour where colours are wanted", () => {
  expect(printedFor(new UsageError("no"), false, { FORCE_COLOR: "1" })).toEqual({
    code: 2,
    out: "",
    err: "\u001b[31merror:\u001b[39m no\n",
  });
});
