/** What the command line talks to; tests bring their own. */

export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** The whole of standard input. */
  readonly stdin: () => Promise<string>;
  /** Whether standard output is a terminal: tables there, CSV and JSON elsewhere. */
  readonly isTerminal: boolean;
  /** Where a progress bar is drawn; undefined when standard error is no terminal. */
  readonly progressStream: NodeJS.WriteStream | undefined;
}

/** A user's mistake: shown as one line, without a stack. */
export class UsageError extends Error {}

/** Exit codes: 2 is for what could not be done at all. */
export const exitCodes = { done: 0, findings: 1, failed: 2 } as const;
