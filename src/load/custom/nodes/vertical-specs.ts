/** The file that a config names as `verticalSpecsFile`. */
import { type InputFile, readText } from "../../bytes/index.ts";
import type { DiagnosticLog } from "../../report/index.ts";
import { parseJson } from "../../values/index.ts";
import { type ConfigKind, ConfigValues, entryText, entryTexts } from "../config/index.ts";
import type { VerticalSpec } from "./property-groups.ts";

const keys: Readonly<Record<string, ConfigKind>> = {
  populationType: "text",
  measuredProperties: "texts",
  verticals: "texts",
};

/** @throws LoadError if the file cannot be read or is no JSON. */
export async function readVerticalSpecs(
  file: InputFile,
  log: DiagnosticLog,
): Promise<VerticalSpec[]> {
  const { path } = file;
  const text = await readText(file);
  const values = new ConfigValues();
  const specs = values.known(parseJson(text, path), { specs: "any" }, "the specs").get("specs");
  if (specs?.value.kind !== "list")
    values.report("error", "BadValue", 1, "expected a list as specs");
  const read = values.items(specs?.value ?? { kind: "null", line: 1 }, "specs").map((node) => {
    const entries = values.known(node, keys, "a spec");
    return {
      populationType: entryText(entries.get("populationType")),
      measuredProperties: entryTexts(entries.get("measuredProperties")),
      verticals: entryTexts(entries.get("verticals")),
    };
  });
  for (const finding of values.findings) log.report(path, finding);
  return read;
}
