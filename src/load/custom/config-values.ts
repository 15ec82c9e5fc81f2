/** Values of a config.json: each is checked for its kind, and what is odd is reported with its line. */
import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { JsonEntry, JsonNode } from "../values/json-text.ts";
import { hintOf } from "../values/slips.ts";

/** What may stand under a key. `flag` is also read as a text, as in `"true"`. */
export type ConfigKind = "text" | "scalar" | "texts" | "table" | "flag" | "object" | "any";

const expected: Readonly<Record<ConfigKind, string>> = {
  text: "a text",
  scalar: "a text or a number",
  texts: "a list of texts",
  table: "an object of texts or numbers by name",
  flag: "true or false",
  object: "an object",
  any: "a value",
};

/** Values of one list or object that are read: what lies beyond is no configuration. */
const entriesMax = 20_000;

export class ConfigValues {
  readonly findings: Finding[] = [];

  report(level: Finding["level"], counter: string, line: number, message: string): void {
    this.findings.push({ level, counter: `Config_${counter}`, line, message: () => message });
  }

  /**
   * The entries of an object whose key is known and whose value has the kind of that key.
   * @param place how a message calls the object.
   */
  known(
    node: JsonNode,
    kinds: Readonly<Record<string, ConfigKind>>,
    place: string,
  ): Map<string, JsonEntry> {
    const entries = new Map<string, JsonEntry>();
    for (const entry of this.entries(node, place)) {
      const { key, line, value } = entry;
      if (!Object.hasOwn(kinds, key)) {
        const names = Object.keys(kinds).join(", ");
        const message = `the key ${shown(key)} of ${place} is not read; keys are ${names}${hintOf(key, Object.keys(kinds))}`;
        this.report("warning", "UnknownKey", line, message);
      } else if (this.#is(value, kinds[key]!)) entries.set(key, entry);
      else if (value.kind !== "null") {
        const message = `expected ${expected[kinds[key]!]} as ${shown(key)} of ${place}`;
        this.report("error", "BadValue", value.line, message);
      }
    }
    return entries;
  }

  /** The entries of an object; of several with one key the last, as JSON has it. */
  entries(node: JsonNode, place: string): JsonEntry[] {
    if (node.kind !== "object") {
      this.report("error", "BadValue", node.line, `expected an object as ${place}`);
      return [];
    }
    const byKey = new Map<string, JsonEntry>();
    for (const entry of this.#few(node.entries, node.line, place)) {
      if (byKey.has(entry.key)) {
        const message = `the key ${shown(entry.key)} of ${place} is there twice; the last one is read`;
        this.report("error", "DoubledKey", entry.line, message);
      }
      byKey.set(entry.key, entry);
    }
    return [...byKey.values()];
  }

  items(node: JsonNode, place: string): readonly JsonNode[] {
    return node.kind === "list" ? this.#few(node.items, node.line, place) : [];
  }

  #few<T>(values: readonly T[], line: number, place: string): readonly T[] {
    if (values.length <= entriesMax) return values;
    const message = `${place} has ${values.length} entries; the first ${entriesMax} are read`;
    this.report("error", "BadValue", line, message);
    return values.slice(0, entriesMax);
  }

  #is(node: JsonNode, kind: ConfigKind): boolean {
    switch (kind) {
      case "text":
        return node.kind === "text";
      case "scalar":
        return isScalar(node);
      case "texts":
        return node.kind === "list" && node.items.every((item) => item.kind === "text");
      case "table":
        return (
          node.kind === "object" &&
          node.entries.every(({ key, value }) => key !== "" && isScalar(value))
        );
      case "flag":
        return flagOf(node) !== undefined;
      case "object":
        return node.kind === "object";
      case "any":
        return true;
    }
  }
}

export function entryText(entry: JsonEntry | undefined): string {
  return entry !== undefined && isScalar(entry.value) ? entry.value.text : "";
}

function isScalar(node: JsonNode): node is JsonNode & { readonly kind: "text" | "number" } {
  return node.kind === "text" || node.kind === "number";
}

export function entryTexts(entry: JsonEntry | undefined): string[] {
  if (entry?.value.kind !== "list") return [];
  return entry.value.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
}

/** Texts by key, in the order of the file. */
export function entryTable(entry: JsonEntry | undefined): ReadonlyMap<string, string> {
  if (entry?.value.kind !== "object") return new Map();
  return new Map(entry.value.entries.map((inner) => [inner.key, entryText(inner)]));
}

export function isSet(entry: JsonEntry | undefined): boolean {
  return entry !== undefined && flagOf(entry.value) === true;
}

function flagOf(node: JsonNode): boolean | undefined {
  if (node.kind === "boolean") return node.value;
  if (node.kind !== "text" || !/^(?:true|false)$/i.test(node.text)) return undefined;
  return node.text.toLowerCase() === "true";
}
