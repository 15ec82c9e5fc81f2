/** What a reader reports, whole: with its texts made. */
import { FileLog, type Finding } from "../../../../src/load/bytes/diagnostics.ts";

export interface Logged {
  readonly found: readonly object[];
  readonly log: FileLog;
}

/** A log of the file `a.mcf`, which keeps every finding. */
export function logged(): Logged {
  const found: object[] = [];
  const report = (file: string, { message, cure, ...rest }: Finding) => {
    const made = { file, ...rest, message: message() };
    found.push(cure === undefined ? made : { ...made, cure: cure() });
  };
  return { found, log: new FileLog({ report }, "a.mcf") };
}
