/** What the command line talks to; tests bring their own. */

export interface CliIo {
  readonly stdout: (written: string | Uint8Array) => void;
  readonly stderr: (text: string) => void;
  /** The whole of standard input. */
  readonly stdin: () => Promise<string>;
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
