/** Pictures of a comparison: a bar for each engine, on a scale of powers of ten. */

import { rowNames, rowTitles } from "../contest/rows.ts";
import { entrants } from "../peers/entrants.ts";
import type { ScaleResults } from "./results.ts";
import { count, duration } from "./table.ts";

interface Bars {
  readonly title: string;
  /** Each from the shortest to the longest. */
  readonly bars: readonly { readonly title: string; readonly kind: string; readonly ms: number }[];
}

/** Name of the file, what it shows, and the figures of each group of bars. */
const subjects: readonly (readonly [name: string, title: string, figures: RegExp])[] = [
  ["loading", "Loading a million rows", /^load\.(?:triples|observations)\.time$/],
  ["graph", "Questions about the graph", /^q\d\.p50$/],
  ["observations", "Questions about observations", /^o\d\.p50$/],
  ["queries", "SPARQL, and the same question to others", /^s\d\.p50$/],
];

const titles: ReadonlyMap<string, string> = new Map([
  ["load.triples.time", "triples"],
  ["load.observations.time", "observations"],
  ...rowNames.map((row) => [`${row}.p50`, rowTitles[row]] as const),
]);

const [width, left, right, line] = [580, 186, 74, 16];

/** SVG by the name of its file; none for a scale at which no other engine was measured. */
export function picturesOf(results: ScaleResults): ReadonlyMap<string, string> {
  const pictures = subjects.flatMap(([name, title, figures]) => {
    const groups = [...titles].flatMap(([figure, about]) =>
      figures.test(figure) ? [{ title: about, bars: barsOf(results, figure) }] : [],
    );
    const shown = groups.filter(({ bars }) => bars.some(({ kind }) => kind === "peer"));
    const file = `${name}-${results.scale}.svg`;
    return shown.length === 0 ? [] : [[file, draw(title, shown, results)] as const];
  });
  return new Map(pictures);
}

export function pictureLinks(results: ScaleResults): string {
  const about = new Map(subjects.map(([name, title]) => [`${name}-${results.scale}.svg`, title]));
  const files = [...picturesOf(results).keys()];
  return files
    .map((file) => `![${about.get(file)}: times of each engine](pictures/${file})`)
    .join("\n\n");
}

function barsOf({ entries, ...size }: ScaleResults, figure: string): Bars["bars"] {
  const [, loaded] = /^load\.(triples|observations)\./.exec(figure) ?? [];
  const factor = loaded === undefined ? 1 : 1e6 / size[loaded as "triples" | "observations"];
  return entries
    .flatMap(({ entrant, figures }) => {
      const ms = figures[figure];
      const { title, kind } = entrants[entrant];
      return ms === undefined ? [] : [{ title, kind, ms: ms * factor }];
    })
    .sort((a, b) => a.ms - b.ms);
}

function draw(title: string, groups: readonly Bars[], { machine, scale, ...size }: ScaleResults) {
  const all = groups.flatMap(({ bars }) => bars.map(({ ms }) => Math.log10(ms)));
  const [from, to] = [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))];
  const x = (ms: number) =>
    Math.round(left + ((Math.log10(ms) - from) / (to - from)) * (width - left - right));
  const parts: string[] = [];
  let y = 70;
  for (const { title: about, bars } of groups) {
    parts.push(`<text class="about" x="16" y="${y + 12}">${about}</text>`);
    y += 20;
    for (const bar of bars) {
      const end = x(bar.ms);
      parts.push(
        `<text class="name ${bar.kind}" x="${left - 8}" y="${y + 12}">${bar.title}</text>`,
        `<rect class="${bar.kind}" x="${left}" y="${y + 3}" width="${Math.max(end - left, 1)}" height="${line - 5}" rx="2"/>`,
        `<text class="${bar.kind}" x="${end + 6}" y="${y + 12}">${duration(bar.ms)}</text>`,
      );
      y += line;
    }
    y += 12;
  }
  const steps = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  const grid = steps.map(
    (ms) =>
      `<path d="M${x(ms)} 62V${y - 6}"/><text class="step" x="${x(ms)}" y="56">${stepName(ms)}</text>`,
  );
  const { cpu, cores, memoryGiB, node, date } = machine;
  const where = `${cpu}, ${cores} cores, ${memoryGiB} GiB; Node ${node}; ${date}`;
  const what = `${count(size.triples)} triples, ${count(size.observations)} observations (scale ${scale})`;
  const height = y + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${title}</title>
<style>${style}</style>
<rect class="page" width="${width}" height="${height}" rx="8"/>
<text class="title" x="16" y="28">${title}: shorter is faster</text>
<g class="grid">${grid.join("")}</g>
${parts.join("\n")}
<text class="note" x="16" y="${y + 14}">Each step of the scale is ten times the one before. ${what}</text>
<text class="note" x="16" y="${y + 29}">${where}</text>
</svg>
`;
}

/** Without digits that a power of ten does not have. */
function stepName(ms: number): string {
  return duration(ms * 1.0000001).replace(/\.0+(?= )/, "");
}

const style = [
  "text{font:11px system-ui,sans-serif;fill:#5b6576}",
  ".page{fill:#fff}",
  ".title{font-size:15px;font-weight:650;fill:#1b2230}",
  ".about{font-size:12px;font-weight:600;fill:#1b2230}",
  ".name{text-anchor:end}",
  ".step{text-anchor:middle}",
  ".note{font-size:10px}",
  "text.ours{font-weight:650;fill:#25529a}",
  "rect.ours{fill:#2f62b0}",
  "rect.peer{fill:#b9c2d0}",
  "rect.reference{fill:#dfe3ea}",
  ".grid path{stroke:#e6e9ee}",
  "@media(prefers-color-scheme:dark){text{fill:#9ba5b5}.page{fill:#1c2027}.title,.about{fill:#e8ebf0}",
  "text.ours{fill:#8fb6f3}rect.ours{fill:#7aa7ee}rect.peer{fill:#545e6f}rect.reference{fill:#3a4250}",
  ".grid path{stroke:#2a303a}}",
].join("");
