/** Commands as a user types them, in this process. */
import { runCli } from "../../../src/cli/run.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was written that is no text. */
  readonly bytes: Uint8Array | undefined;
}

export interface Place {
  /** Both streams are terminals. Default: neither is. */
  readonly isTerminal?: boolean;
  readonly stdin?: string | Uint8Array;
  /** Default: `NO_COLOR` is set. */
  readonly env?: Readonly<Record<string, string>>;
}

export const facts = { version: "1.2.3", documents: "/package/docs" };

export async function run(argv: readonly string[], place: Place = {}): Promise<Ran> {
  const { isTerminal = false, stdin = "", env = { NO_COLOR: "1" } } = place;
  let [out, err] = ["", ""];
  let bytes: Uint8Array | undefined;
  const write = (text: string) => {
    err += text;
    return true;
  };
  const terminal = { isTTY: true, write, columns: 80 } as unknown as NodeJS.WriteStream;
  const code = await runCli(argv, facts, {
    stdout: (text) => {
      if (typeof text === "string") out += text;
      else bytes = text;
    },
    stderr: write,
    stdin: async () => (typeof stdin === "string" ? Buffer.from(stdin) : stdin),
    stopped: async () => undefined,
    show: async () => undefined,
    isTerminal,
    progressStream: isTerminal ? terminal : undefined,
    env,
  });
  return { code, out, err, bytes };
}
