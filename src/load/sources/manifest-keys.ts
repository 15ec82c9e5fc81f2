/** What is probably misspelt in an import's manifest: keys, which would be left out silently, and addresses. */

import { type Finding, shown } from "../bytes/diagnostics.ts";
import { addressProblem } from "../values/addresses.ts";
import { entryOf, type JsonEntry, type JsonNode, parseJson } from "../values/json-text.ts";
import { slipOf } from "../values/slips.ts";

const inputs = "import_inputs";
/** What is read of an import, and of one of its inputs. Other keys are for the service that runs imports. */
const importKeys = ["import_name", "provenance_url", "provenance_description", inputs];
const inputKeys = ["template_mcf", "cleaned_csv", "node_mcf"];

/** @param text of the manifest, which is JSON. */
export function misspeltIn(text: string, file: string): Finding[] {
  const imports = itemsOf(entryOf(parseJson(text, file), "import_specifications")?.value);
  return imports.flatMap((one) => {
    const own = itemsOf(entryOf(one, inputs)?.value);
    const keys = [
      ...misspelt(one, importKeys),
      ...own.flatMap((input) => misspelt(input, inputKeys)),
    ];
    return [...keys, ...badAddress(entryOf(one, "provenance_url"))];
  });
}

function badAddress(entry: JsonEntry | undefined): Finding[] {
  const problem =
    entry?.value.kind === "text" ? addressProblem(entry.value.text.trim()) : undefined;
  if (entry === undefined || problem === undefined) return [];
  const message = () => `provenance_url ${problem}`;
  return [{ level: "warning", counter: "Manifest_BadUrl", line: entry.line, message }];
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "list" ? node.items : [];
}

function misspelt(node: JsonNode, known: readonly string[]): Finding[] {
  const entries = node.kind === "object" ? node.entries : [];
  return entries.flatMap(({ key, line }) => {
    const meant = slipOf(key, known);
    if (meant === undefined) return [];
    const message = () => `the key ${shown(key)} is not read; is '${meant}' meant?`;
    return [{ level: "warning", counter: "Manifest_UnknownKey", line, message } as const];
  });
}
