/** A word as a shell takes it, for commands that messages suggest. */
export function shellWord(text: string): string {
  return /^[\w./@:+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
