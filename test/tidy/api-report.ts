/** What the package exports: its doors, and the names of each. */

import { readFileSync } from "node:fs";
import { compareUtf8 } from "../../src/store/texts/utf8.ts";

/** What users import, in the order of the report. */
export const packageDoors = [
  "index",
  "wire",
  "engine",
  "analysis",
  "lint",
  "expressions",
  "rdf",
  "testing",
  "remote",
  "operate",
  "parts",
  "serve",
  "mcp",
  "kept",
  "msw",
] as const;

/** A name of a door, and the file that defines it. */
interface ExportedName {
  readonly name: string;
  readonly isType: boolean;
  readonly from: string;
}

const lists = /^export (type )?\{([^}]*)\} from "\.\/([^"]+)";/gm;
const wholes = /^export \* from "\.\/([^"]+)";/gm;

/** All names of a door, ascending. */
export function namesOf(door: string): ExportedName[] {
  const text = readFileSync(`src/${door}.ts`, "utf8");
  const own = [...text.matchAll(lists)].flatMap(([, type, items = "", from = ""]) =>
    items
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "")
      .map((item) => ({
        name: item.replace(/^type /, ""),
        isType: type !== undefined || item.startsWith("type "),
        from,
      })),
  );
  const others = [...text.matchAll(wholes)].flatMap(([, from = ""]) =>
    namesOf(from.replace(/\.ts$/, "")),
  );
  return [...own, ...others].sort((a, b) => compareUtf8(a.name, b.name));
}

/** The report as Markdown: a section per door, a line per name. */
export function apiReport(): string {
  return packageDoors
    .map((door) => {
      const names = namesOf(door);
      const values = names.filter(({ isType }) => !isType).length;
      const path = door === "index" ? "pocket-commons" : `pocket-commons/${door}`;
      const lines = names.map(
        ({ name, isType, from }) => `- \`${name}\`${isType ? "" : ", a value"}: \`src/${from}\`\n`,
      );
      const counts = `${names.length} names, ${values} of them values.`;
      return `\n## \`${path}\`\n\n${counts}\n\n${lines.join("")}`;
    })
    .join("");
}
