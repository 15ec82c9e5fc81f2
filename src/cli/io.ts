/** What the command line writes to and reads from, and how a command ends. Tests bring their own. */

export interface CliIo {
  readonly stdout: (written: string | Uint8Array) => void;
  readonly stderr: (text: string) => void;
  /** The whole of standard input. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Whether standard output is a terminal: tables there, CSV and JSON elsewhere. */
  readonly isTerminal: boolean;
  /** Standard error, if it is a terminal. Progress is drawn there. */
  readonly progressStream: NodeJS.WriteStream | undefined;
  /** Resolves when the process is asked to end. */
  readonly stopped: () => Promise<void>;
  /** Shows an address in the user's browser; on a machine without one nothing happens. */
  readonly show: (url: string) => Promise<void>;
  /** Environment variables: `NO_COLOR`, `FORCE_COLOR` and `TERM` are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A user's mistake: shown as one line, without a stack. */
export class UsageError extends Error {}

export const exitCodes = {
  done: 0,
  mistakes: 1,
  failed: 2,
  bug: 3,
  empty: 4,
  interrupted: 130,
} as const;

/** What each exit code means. A signal ends the process itself: the shell makes 130 of Ctrl-C. */
export const exitMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done",
  mistakes: "done, but: data left out, mistakes found, a request refused, an unknown name",
  failed: "not done: wrong arguments, a source or a target that does not work",
  bug: "a bug of this program",
  empty: "ask found no answer, or --explain explained an empty one",
  interrupted: "stopped with Ctrl-C",
};

/** One line per code, for the help. */
export function exitCodeLines(): string[] {
  return Object.entries(exitMeanings).map(([name, means]) => {
    const code = exitCodes[name as keyof typeof exitCodes];
    return `  ${String(code).padStart(3)}  ${means}`;
  });
}
