/** Servers that tests start on free ports of this machine, in folders of their own. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** Why a server cannot be had here. */
export class Skipped extends Error {}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** @throws Skipped when there is no such program */
export function programOf(name: string, folders = ""): string {
  try {
    const path = `${process.env["PATH"]}:/usr/sbin:${folders}`;
    return execFileSync("/bin/sh", ["-c", `command -v ${name}`], {
      env: { PATH: path },
      encoding: "utf8",
    }).trim();
  } catch {
    throw new Skipped(`there is no ${name}`);
  }
}

/** A user whose processes may not be root's, where this one is root. */
export function userOf(name: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  try {
    const idOf = (flag: string) => Number(execFileSync("id", [flag, name], { stdio: "pipe" }));
    return { uid: idOf("-u"), gid: idOf("-g") };
  } catch {
    throw new Skipped(`there is no user ${name}, and root may not start this server`);
  }
}

/** A folder and the processes in it; `stop` ends and removes all of them. */
export class Place {
  readonly folder: string;
  readonly #processes: ChildProcess[] = [];

  constructor({ uid, gid }: { uid?: number; gid?: number } = {}) {
    this.folder = mkdtempSync(join(tmpdir(), "pocket-commons-store-"));
    // Whatever goes wrong, nothing runs on.
    process.once("exit", () => this.#kill());
    if (uid === undefined || gid === undefined) return;
    chownSync(this.folder, uid, gid);
    // The folder of this run may be shut for others, who must pass through it.
    if (basename(tmpdir()).startsWith("pocket-commons-")) chmodSync(tmpdir(), 0o711);
  }

  /** Starts a server that stays in the foreground. */
  start(program: string, args: readonly string[], user: object = {}): ChildProcess {
    const [file = program, ...all] = [...leash(), program, ...args];
    const child = spawn(file, all, { cwd: this.folder, stdio: "ignore", ...user });
    this.#processes.push(child);
    return child;
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) await ended(child);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #kill(): void {
    for (const child of this.#processes) child.kill("SIGKILL");
  }
}

/** Ends a server whose test was killed, and could end nothing itself: a means of Linux. */
function leash(): readonly string[] {
  try {
    return [programOf("setpriv"), "--pdeathsig", "TERM"];
  } catch {
    return [];
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
  await gone;
  clearTimeout(timer);
}

/** Tries until it works, for 20 s. @throws Skipped with the last reason */
export async function until(
  action: () => Promise<unknown>,
  what: string,
  milliseconds = 20_000,
): Promise<void> {
  let reason: unknown;
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    try {
      await action();
      return;
    } catch (error) {
      reason = error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  throw new Skipped(`${what} does not start: ${reason}`);
}
