/** The command on a real terminal: util-linux's `script` runs it on one that it makes. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../tidy/source-tree.ts";

const hasScript = canMakeTerminals();
if (!hasScript) process.stderr.write("skipped: tests on a terminal need util-linux's script\n");

function canMakeTerminals(): boolean {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
}

let folder: string;
let large: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "terminal-"));
  large = join(folder, "large.csv");
  const lines = ["subject_id,predicate,object_id,object_value\n"];
  for (let at = 0; at < 1_500_000; at += 1) lines.push(`node/${at},typeOf,Thing/${at % 977},\n`);
  writeFileSync(large, lines.join(""));
});

afterAll(() => rmSync(folder, { recursive: true }));

interface Shown {
  readonly text: string;
  /** Of the command; 128 and the number of the signal that ended it. */
  readonly code: number | null;
}

/** What a terminal shows of the command; keys are typed once the text matches. */
async function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  typed?: { readonly after: RegExp; readonly keys: string },
): Promise<Shown> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...others } = process.env;
  const words = [process.execPath, join(projectRoot, "dist/cli.js"), ...args];
  const command = words.map((word) => `'${word}'`).join(" ");
  const terminal = spawn("script", ["-qefc", command, join(folder, "typescript")], {
    env: { ...others, TERM: "xterm", ...env },
    cwd: projectRoot,
  });
  let text = "";
  let isTyped = false;
  terminal.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (typed === undefined || isTyped || !typed.after.test(text)) return;
    isTyped = true;
    terminal.stdin.write(typed.keys);
  });
  const code = await new Promise<number | null>((resolve) => terminal.on("close", resolve));
  return { text, code };
}

describe.skipIf(!hasScript)("on a terminal", () => {
  test("Ctrl-C while the bar shows leaves cursor and line wrap as they were", async () => {
    const { text, code } = await onTerminal(
      ["info", large],
      {},
      { after: /loading \[/, keys: "\x03" },
    );
    expect(code).toBe(130);
    expect(text).toContain("loading [");
    expect(text).not.toContain("observations ");
    // Hidden and not shown again, switched off and not on again.
    expect(text.lastIndexOf("\u001b[?25l")).toBeLessThanOrEqual(text.lastIndexOf("\u001b[?25h"));
    expect(text.lastIndexOf("\u001b[?7l")).toBeLessThanOrEqual(text.lastIndexOf("\u001b[?7h"));
  });

  test("a load that nobody stops clears its bar and tells the result", async () => {
    const { text, code } = await onTerminal(["info", large]);
    expect(code).toBe(0);
    expect(text).toContain("loading [");
    const [, afterBar = ""] = text.slice(text.lastIndexOf("loading [")).split("\u001b[2K");
    expect(afterBar).toContain("observations ");
  });

  test("there is no bar on a dumb terminal and with --quiet", async () => {
    expect((await onTerminal(["info", large], { TERM: "dumb" })).text).not.toContain("loading [");
    expect((await onTerminal(["info", large, "-q"])).text).not.toContain("loading [");
  });

  test.each([
    [{}, true],
    [{ NO_COLOR: "1" }, false],
    [{ TERM: "dumb" }, false],
    [{ FORCE_COLOR: "0" }, false],
  ])("answers and errors with %j have colours: %s", async (env, expected) => {
    const node = ["node", "data-samples/us-states", "geoId/06", "-p", "->name"];
    const table = await onTerminal(node, env);
    expect(table.text).toMatch(/node.* +.*property/);
    expect(table.text.includes("\u001b[1m")).toBe(expected);
    const failed = await onTerminal(["info", "/no/such"], env);
    expect(failed.text.includes("\u001b[31merror:")).toBe(expected);
    expect(failed.code).toBe(2);
  });
});

describe("where there is no terminal", () => {
  const piped = (env: Readonly<Record<string, string>>) => {
    const { NO_COLOR: _, FORCE_COLOR: __, ...others } = process.env;
    const args = [join(projectRoot, "dist/cli.js"), "info", "data-samples/us-states"];
    return execFileSync(process.execPath, args, {
      cwd: projectRoot,
      encoding: "utf8",
      env: { ...others, ...env },
    });
  };

  test("there is no control sequence", () => {
    expect(piped({})).toMatch(/^nodes +313\n/);
    expect(piped({})).not.toContain("\u001b");
  });
});
