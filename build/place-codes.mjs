/**
 * Makes `src/propose/codes/place-codes.ts`: codes of countries by ISO 3166-1. The codes are facts; the file comes from
 * the Debian package `iso-codes`, which follows the standard.
 *
 *     node build/place-codes.mjs /usr/share/iso-codes/json/iso_3166-1.json
 */
import { readFileSync, writeFileSync } from "node:fs";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("name the file iso_3166-1.json of iso-codes");
const rows = JSON.parse(readFileSync(path, "utf8"))["3166-1"];
const codes = rows.map(({ alpha_3, alpha_2, numeric }) => `${alpha_3}${alpha_2}${numeric}`).sort();
const lines = [];
for (let at = 0; at < codes.length; at += 11) lines.push(`  ${codes.slice(at, at + 11).join(" ")}`);
const text = `/** Codes of countries by ISO 3166-1: alpha-3, alpha-2 and numeric. \`build/place-codes.mjs\` makes this file. */

export const countryCodes = \`
${lines.join("\n")}
\`;
`;
writeFileSync(new URL("../src/propose/codes/place-codes.ts", import.meta.url), text);
