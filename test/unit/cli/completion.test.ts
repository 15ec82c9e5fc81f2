/** Scripts of completion, as a shell runs them. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commands } from "../../../src/cli/run.ts";
import { run } from "./running.ts";

/** What bash proposes for the last word. */
async function proposed(...words: readonly string[]): Promise<string[]> {
  const { out } = await run(["completion", "bash"]);
  const list = words.map((word) => `'${word}'`).join(" ");
  const asked = `COMP_WORDS=(pocket-commons ${list}); COMP_CWORD=${words.length}; _pocket_commons`;
  const script = `${out}\n${asked}\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const printed = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  return printed.split("\n").filter(Boolean);
}

test("bash completes commands, options of the command, and choices", async () => {
  expect(await proposed("re")).toEqual(["resolve", "request"]);
  expect(await proposed("")).toHaveLength(commands.length);
  expect(await proposed("stat", "data", "--fa")).toEqual(["--facets", "--facet-order"]);
  expect(await proposed("node", "data", "--fa")).toEqual([]);
  expect(await proposed("stat", "data", "--shape", "")).toEqual(["records", "dates", "variables"]);
  expect(await proposed("export", "data", "-f", "n")).toEqual(["nquads", "ntriples"]);
  expect(await proposed("sparql", "data", "--color", "n")).toEqual(["never"]);
});

test("scripts of zsh and fish name every command, its options and their choices", async () => {
  const zsh = (await run(["completion", "zsh"])).out;
  const fish = (await run(["completion", "fish"])).out;
  for (const { usage } of commands) {
    const [name = ""] = usage.split(" ");
    expect(zsh).toContain(`    '${name}:`);
    expect(fish).toContain(` -a ${name} -d '`);
  }
  expect(zsh).toMatch(/ {4}stat\) .*'\*--shape\[[^\]]+\]:shape:\(records dates variables\)'/);
  expect(fish).toMatch(/seen_subcommand_from stat' -l shape -r -f -a 'records dates variables'/);
  expect(fish).toMatch(/seen_subcommand_from stat' -s d -l date -r -d /);
});

test("another shell is a mistake that names the three", async () => {
  for (const shell of ["tcsh", "constructor"]) {
    const { code, err } = await run(["completion", shell]);
    expect([code, err]).toEqual([2, `error: shells are bash, zsh, fish, not '${shell}'\n`]);
  }
});
