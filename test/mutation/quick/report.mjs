/** Scores by file and folder, and the changes that no test noticed. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";

const enough = 90;

/** @returns whether the score of all is enough */
export function report(changes, sources) {
  const survivors = changes.filter(({ verdict }) => verdict === "survived");
  for (const change of survivors) console.log(lineOf(change));
  const unreached = changes.filter(({ verdict }) => verdict === "unreached");
  if (unreached.length > 0) console.log("\nreached by no test:");
  for (const change of unreached) console.log(lineOf(change));
  const columns = ["changes", "survived", "unreached", "noticed"];
  console.log(`\n${columns.map((column) => column.padStart(10)).join("")}`);
  const folders = [...new Set(sources.map((path) => dirname(path)))];
  for (const path of sources)
    printScore(
      path,
      changes.filter(({ file }) => file === path),
    );
  for (const path of folders)
    printScore(
      `${path}/`,
      changes.filter(({ file }) => dirname(file) === path),
    );
  return printScore("all", changes) >= enough;
}

/** @returns how many per cent of the changes that some test reaches were noticed */
function printScore(name, changes) {
  if (changes.length === 0) return 100;
  const count = (wanted) => changes.filter(({ verdict }) => verdict === wanted).length;
  const [noticed, survived, unreached] = ["noticed", "survived", "unreached"].map(count);
  const score = noticed + survived === 0 ? 0 : (100 * noticed) / (noticed + survived);
  const cells = [changes.length, survived, unreached, `${score.toFixed(1)} %`];
  console.log(`${cells.map((cell) => String(cell).padStart(10)).join("")}  ${name}`);
  return score;
}

/** The place, and the text before and after the change. */
function lineOf({ file, start, end, replacement }) {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  const short = (text) => {
    const flat = text.replace(/\s+/g, " ");
    return flat.length > 120 ? `${flat.slice(0, 60)} … ${flat.slice(-55)}` : flat;
  };
  return `${file}:${start.line + 1}  ${short(lines.join("\n"))}  →  ${short(replacement)}`;
}
