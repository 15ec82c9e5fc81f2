/** Servers in processes of their own, and what they take. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export class Listener {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.port = port;
  }

  /** @param args of Node; the process prints a line of JSON with its port */
  static async start(args: readonly string[]): Promise<Listener> {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return new Listener(child, (JSON.parse(line) as { readonly port: number }).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Bytes in memory now; 0 where the system does not say. */
  get memory(): number {
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
      return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Asks it to end. @returns its exit code */
  async stop(): Promise<number | null> {
    this.#process.kill("SIGTERM");
    if (this.#process.exitCode === null) await once(this.#process, "exit");
    return this.#process.exitCode;
  }
}
