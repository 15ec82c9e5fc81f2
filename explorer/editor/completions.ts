/** What may follow where somebody types, from the words of the loaded world. */
import { type Named, words } from "../backend/world.ts";
import type { Language, Suggestion } from "./editor.ts";

const keywords = [
  "SELECT",
  "DISTINCT",
  "WHERE",
  "FILTER",
  "OPTIONAL",
  "UNION",
  "ORDER BY",
  "GROUP BY",
  "LIMIT",
  "OFFSET",
  "COUNT",
  "typeOf",
];

const paths = ["/v2/node", "/v2/observation", "/v2/resolve", "/v2/sparql"];

export async function completionsOf(
  language: Language,
  before: string,
  word: string,
): Promise<readonly Suggestion[]> {
  if (language === "rest" && /^(?:GET|POST)? ?$/.test(before)) {
    return paths.filter((path) => path.includes(word)).map((label) => ({ label }));
  }
  const kind = kindAfter(language, before);
  const found = kind === "none" ? [] : (await words(kind, word)).map(suggestionOf);
  const known =
    language === "sparql" && word !== ""
      ? keywords.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()))
      : [];
  return [...known.map((label) => ({ label })), ...found].slice(0, 50);
}

const suggestionOf = ({ dcid, name }: Named): Suggestion =>
  name === undefined || name === dcid ? { label: dcid } : { label: dcid, detail: name };

function kindAfter(language: Language, before: string): "property" | "type" | "node" | "none" {
  if (language === "relation") {
    return /typeOf\s*:\s*\[?[^\]}]*$/.test(before) ? "type" : "property";
  }
  if (language === "sparql") {
    if (/\btypeOf\s+$/.test(before)) return "type";
    if (/[{.]\s*\?\w+\s+$/.test(before)) return "property";
    return /\?$/.test(before) ? "none" : "node";
  }
  if (/(?:->|<-|property"?\s*[:=]\s*"?[^"]*)$/.test(before)) return "property";
  return "node";
}
