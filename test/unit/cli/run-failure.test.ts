/** What is printed for errors, by their kind. */
import { expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import { exitCodes } from "../../../src/cli/io.ts";
import { failed } from "../../../src/cli/run.ts";

function told(error: unknown, isJson = false) {
  let [out, err] = ["", ""];
  const io: CliIo = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    stdin: async () => "",
    stopped: async () => undefined,
    show: async () => undefined,
    isTerminal: false,
    progressStream: undefined,
    env: { NO_COLOR: "1" },
  };
  return { code: failed(error, isJson, io), out, err };
}

test("what no user can have caused is a bug, reported with its place", () => {
  const { code, err } = told(new RangeError("broken"));
  expect(code).toBe(exitCodes.bug);
  expect(err).toMatch(/^error: this is a bug, please report it: RangeError: broken\n +at /);
  const unplaced = Object.assign(new RangeError("broken"), { stack: undefined });
  expect(told(unplaced).err).toBe("error: this is a bug, please report it: broken\n");
  expect(told("thrown").err).toBe("error: this is a bug, please report it: thrown\n");
});

test.each([
  [new RangeError("broken"), "bug"],
  [Object.assign(new Error("no room"), { syscall: "write", code: "ENOSPC" }), "system"],
  [Object.assign(new Error("gone"), { name: "RemoteError" }), "remote"],
  [{ name: "RemoteError" }, "bug"],
])("JSON says of %s that it is of the kind %s", (error, kind) => {
  const { out, err } = told(error, true);
  expect(`${out}${err}`).toContain(`"kind": "${kind}"`);
});
