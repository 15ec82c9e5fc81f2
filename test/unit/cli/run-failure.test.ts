/** What is printed for errors, by their code. */
import { expect, test } from "vitest";
import type { CliIo } from "../../../src/cli/io.ts";
import { exitCodes } from "../../../src/cli/io.ts";
import { failed } from "../../../src/cli/run.ts";
import { RemoteError } from "../../../src/remote/stores/block-store.ts";

function told(error: unknown, isJson = false) {
  let [out, err] = ["", ""];
  const io: CliIo = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    stdin: async () => Buffer.of(),
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
  [new RangeError("broken"), "BUG"],
  [Object.assign(new Error("no room"), { syscall: "write", code: "ENOSPC" }), "SYSTEM"],
  [new RemoteError("missing", "gone"), "REMOTE"],
  [{ code: "REMOTE" }, "BUG"],
])("JSON says of %s that its code is %s", (error, code) => {
  const { out, err } = told(error, true);
  expect(`${out}${err}`).toContain(`"code": "${code}"`);
});
