/** How a command ends. The help and docs/command.md show this table. */

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
  mistakes:
    "done, and something is wrong: load left data out, lint found mistakes, an endpoint answered with an error",
  failed:
    "not done: wrong arguments, a source that cannot be read, a target that cannot be written",
  bug: "a bug of this program; the message says where",
  empty: "explained: --explain was given, and the answer is empty",
  interrupted: "stopped with Ctrl-C",
};

/** One line per code, for the help. */
export function exitCodeLines(): string[] {
  return Object.entries(exitMeanings).map(([name, means]) => {
    const code = exitCodes[name as keyof typeof exitCodes];
    return `  ${String(code).padStart(3)}  ${means}`;
  });
}
