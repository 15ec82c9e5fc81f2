/** Measurements in processes of their own, so that neither memory nor compiled code is shared. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const outputMax = 1 << 28;

interface ChildOptions {
  /** Milliseconds after which the process is given up. */
  readonly timeout?: number;
  /** Heap in MB where Node's own limit is too small. */
  readonly heap?: number | undefined;
}

/**
 * Runs a compiled module with a task as its only argument.
 * @returns what it printed as JSON
 */
export async function runChild<Result>(
  module: URL,
  task: unknown,
  { timeout = 0, heap }: ChildOptions = {},
): Promise<Result> {
  const path = fileURLToPath(module);
  const options = ["--expose-gc", ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])];
  const { stdout } = await run(process.execPath, [...options, path, JSON.stringify(task)], {
    timeout,
    maxBuffer: outputMax,
    killSignal: "SIGKILL",
  });
  return JSON.parse(stdout) as Result;
}

/** What `runChild` was called with, seen from the child. */
export function childTask<Task>(): Task {
  return JSON.parse(process.argv[2]!) as Task;
}

/** Ends the child, whatever else it may still be waiting for. */
export function answerParent(result: unknown): void {
  process.stdout.write(JSON.stringify(result), () => process.exit());
}

/** Why a child ended badly, in a line. */
export function reasonOf(error: unknown): string {
  const { killed, message, stderr } = error as Error & {
    readonly killed?: boolean;
    readonly stderr?: string;
  };
  if (killed === true) return "took too long";
  return /^\w*Error\b.*$/m.exec(stderr ?? "")?.[0] ?? message.split("\n")[0]!;
}
