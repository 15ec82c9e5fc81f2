/** Programs of others that ask a server: installed outside of the tree, and run. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Kept from one run to the next where the variable names it, as `npm run suite clients` does. */
export const cache =
  process.env["POCKET_COMMONS_CLIENTS"] ?? join(tmpdir(), "pocket-commons-clients");

/** Why something cannot be tested here. */
export interface Unavailable {
  readonly reason: string;
}

const installTimeout = 300_000;

/** Runs `install` in an empty folder, unless it did so for the same packages before. */
async function installed(
  name: string,
  packages: readonly string[],
  install: (folder: string) => Promise<unknown>,
): Promise<string | Unavailable> {
  const folder = join(cache, name);
  const mark = join(folder, "installed.txt");
  const wanted = packages.join("\n");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    await install(folder);
  } catch (error) {
    const { stderr = "", message } = error as {
      readonly stderr?: string;
      readonly message: string;
    };
    const said = stderr.trim().split("\n").at(-1) || message;
    return { reason: `${packages.join(", ")} cannot be installed: ${said}` };
  }
  writeFileSync(mark, wanted);
  return folder;
}

/** @returns the interpreter of a virtual environment with the packages */
export async function pythonWith(
  name: string,
  packages: readonly string[],
): Promise<string | Unavailable> {
  const folder = await installed(name, packages, async (path) => {
    await run("python3", ["-m", "venv", path], { timeout: installTimeout });
    const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages];
    await run(join(path, "bin", "python"), pip, { timeout: installTimeout });
  });
  return typeof folder === "string" ? join(folder, "bin", "python") : folder;
}

/** @returns the folder whose `node_modules` has the packages */
export function nodeWith(name: string, packages: readonly string[]): Promise<string | Unavailable> {
  return installed(name, packages, async (cwd) => {
    writeFileSync(join(cwd, "package.json"), '{ "private": true }');
    const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
    await run("npm", args, { cwd, timeout: installTimeout });
  });
}

/** @returns the folder with what a package holds, without the packages that it needs */
export function contentsOf(name: string, packed: string): Promise<string | Unavailable> {
  return installed(name, [packed], async (cwd) => {
    const { stdout } = await run("npm", ["pack", "--silent", packed], {
      cwd,
      timeout: installTimeout,
    });
    await run("tar", ["-xzf", stdout.trim(), "--strip-components=1"], { cwd });
  });
}

/** @returns the folder with what a module holds, without the modules that it needs */
export async function goModule(name: string, module: string): Promise<string | Unavailable> {
  const folder = await installed(name, [module], async (cwd) => {
    const env = { ...process.env, GOMODCACHE: join(cwd, "modules"), GOFLAGS: "-modcacherw" };
    await run("go", ["mod", "download", module], { cwd, env, timeout: installTimeout });
  });
  return typeof folder === "string" ? join(folder, "modules", module) : folder;
}

/** What a client reports. */
export interface ClientReport {
  /** With its version. */
  readonly client: string;
  readonly compared: number;
  readonly differences: readonly string[];
}

/** Runs a program that prints its report as the last line, and says what was compared. */
export async function reportOf(
  program: string,
  args: readonly string[],
  about: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ClientReport> {
  const options = {
    timeout: 240_000,
    maxBuffer: 1 << 26,
    // Nothing but the server on loopback is asked.
    env: { ...process.env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1", ...env },
  };
  const { stdout } = await run(program, args, options);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as ClientReport;
  say(`${report.client}: ${report.compared} values compared, ${about}`);
  return report;
}

/** Says why there is nothing to see. */
export function skipped(what: Unavailable): void {
  say(`SKIPPED ${what.reason}`);
}

/** Into the output of a run, whatever the reporter is. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
