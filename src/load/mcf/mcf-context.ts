/** The `Context:` block at the top of an MCF file: whose data it is and what its prefixes are. */
import { type FileLog, shown } from "../report/index.ts";
import type { FileContext } from "../statements/index.ts";
import { splitValues, stripQuotes } from "../values/index.ts";

export class McfContext implements FileContext {
  importName: string | undefined;
  provenanceUrl: string | undefined;
  /** Further prefixes of a dcid, colon included. */
  readonly prefixes = new Set<string>();

  /** `importUrl` is where the import lies, which no answer tells: it is not kept. */
  set(property: string, text: string, line: number, log: FileLog): void {
    const values = (splitValues(text, ",") ?? []).map(stripQuotes);
    const [value] = values;
    if (value === undefined || value === "") {
      const message = () => `property ${shown(property)} of the Context has no readable value`;
      const counter = "StrSplit_EmptyToken";
      log.report({ level: "error", counter, suffix: property, line, message });
      return;
    }
    switch (property) {
      case "importName":
        this.importName = value;
        return;
      case "provenanceUrl":
        this.provenanceUrl = value;
        return;
      case "namespace":
        for (const namespace of values) this.#addPrefix(namespace, line, log);
        return;
      default: {
        const message = () => `property ${shown(property)} of a Context is not kept`;
        log.report({ level: "info", counter: "MCF_UnexpectedProperty", line, message });
      }
    }
  }

  #addPrefix(namespace: string, line: number, log: FileLog): void {
    const equals = namespace.indexOf("=");
    if (equals > 0) {
      this.prefixes.add(`${namespace.slice(0, equals)}:`);
      return;
    }
    const message = () => `expected namespace: "prefix=URL", found ${shown(namespace)}`;
    log.report({ level: "error", counter: "MCF_UnexpectedProperty", line, message });
  }
}
