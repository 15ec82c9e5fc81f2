/** Questions in somebody's own words. */

import { existsSync } from "node:fs";
import { commandLine, shellWord } from "../../errors/excerpts.ts";
import type { Understanding } from "../../index.ts";
import { exceptPhrases } from "../../understand/phrases.ts";
import type { AnswerRow, Span, UnderstoodAnswer } from "../../wire.ts";
import { type CliCommand, text, texts } from "../command.ts";
import { exitCodes } from "../io.ts";
import { options as shared } from "../options.ts";
import type { Cell } from "../output.ts";
import { divisorNote, otherSources } from "../stat-notes.ts";

type Intent = Understanding["intent"];

/** Columns of all answers, then those that only some have. */
const columns = ["entity", "entity_name", "variable", "date", "value", "unit", "importName"];
const changeColumns = ["dateBefore", "valueBefore", "change", "changePercent"];
const againstColumns = ["variableAgainst", "dateAgainst", "valueAgainst"];

export const askCommand: CliCommand = {
  usage: "ask <source> <text...>",
  about: "answer a question in your own words",
  details:
    "Beside the answer: how each part was read, and the same as code and as a command (of a change, a correlation or a quotient: the values that it is made of).",
  options: [shared.meaning],
  groups: ["answers", "sources"],
  examples: [
    "pocket-commons ask data 'population of texas since 2010'",
    "pocket-commons ask data 'which counties in california have the highest median age'",
    "pocket-commons ask data 'median income against unemployment rate by state' --csv",
  ],
  run: async ([source, words], options, { ask }) => {
    const asked = texts(words).join(" ");
    const commons = await ask([text(source)], options);
    const read = await commons.understand(asked, { meaning: options["meaning"] !== false });
    const { answer } = read;
    const own = [
      ...columns,
      ...(read.intent.kind === "change" ? changeColumns : []),
      ...(read.intent.kind === "correlation" ? againstColumns : []),
    ];
    const rows = (answer?.rows ?? []).map((row) => cellsOf(row, read).slice(0, own.length));
    const isNoted = answer !== undefined && options.quiet !== true;
    const others = isNoted
      ? await otherSources(commons, answer.question, "the command, with --facets all, shows them")
      : [];
    return {
      json: read,
      rows: { columns: own, rows },
      notes: [
        ...sourceNote(texts(words)),
        ...readNotes(read),
        ...answerNotes(read, [text(source), ...(options.with ?? [])]),
        ...others,
      ],
      exitCode: rows.length > 0 ? exitCodes.done : exitCodes.empty,
    };
  },
};

/** Words before the question that are files or folders here. */
function sourceNote(words: readonly string[]): string[] {
  const end = words.findIndex((word) => !existsSync(word));
  const paths = words.slice(0, Math.max(end, 0)).map(shellWord).join(" ");
  return paths === ""
    ? []
    : [`read as words of the question: ${paths}; as sources: --with ${paths}`];
}

function cellsOf(row: AnswerRow, { answer, variables, intent }: Understanding): Cell[] {
  const { unit, importName } = answer?.facets[row.facetId] ?? {};
  const { entity, entityName, variable, date, value, before, change, changeShare, against } = row;
  const plain = [entity, entityName, variable, date, value, unit, importName];
  if (intent.kind === "change") {
    const percent = changeShare === undefined ? undefined : Number((100 * changeShare).toFixed(2));
    // 3.8 less than 5.5 is no -1.7000000000000002.
    const bare = change === undefined ? undefined : Number(change.toPrecision(12));
    return [...plain, before?.date, before?.value, bare, percent];
  }
  return [...plain, variables[1]?.dcid, against?.date, against?.value];
}

/** How each part was read. */
function readNotes({
  places,
  variables,
  date,
  intent,
  denominator,
  perCapita,
  ...read
}: Understanding): string[] {
  const notes = [
    ...places.map(({ name, entities, span, isAssumed }) =>
      isAssumed
        ? `no place is named: ${name} (${entities}) is taken`
        : `${from(span)} place ${name} (${entities})`,
    ),
    ...variables.map(
      ({ score, span, ...one }) =>
        `${from(span)} variable ${called(one)}, similarity ${score.toFixed(2)}`,
    ),
  ];
  notes.push(...variables.flatMap(statisticNote), ...variables.flatMap(partNote));
  if (date.span !== undefined) notes.push(`${from(date.span)} date ${JSON.stringify(date.date)}`);
  if (intent.span !== undefined) {
    const { order = "", limit = "" } = intent;
    notes.push(`${from(intent.span)} ${intent.kind} ${order} ${limit}`.trimEnd());
  }
  if (denominator !== undefined) {
    notes.push(`${from(denominator.span)} what values are divided by: ${called(denominator)}`);
  }
  if (perCapita !== undefined) notes.push(`${from(perCapita)} values per person`);
  if (read.unread.length > 0) {
    notes.push(`not read: ${read.unread.map(({ text: word }) => `'${word}'`).join(", ")}`);
  }
  return notes;
}

/** Statistics by the words that ask for them, and the words of variables that have them. */
const statistics = [
  ["average", /\b(?:average|avg|mean|typical)\b/i, /average|mean/i],
  ["median", /\bmedian\b/i, /median/i],
  ["sum", /\bsum\b/i, /(?:^|[^a-z])sum(?:[^a-z]|$)/i],
] as const;

/** That a median, or the numbers themselves, stand for the average, the median or the sum that was asked for. */
function statisticNote({ span, ...one }: Understanding["variables"][number]): string[] {
  const own = called(one);
  for (const [statistic, words, has] of statistics) {
    const asked = words.exec(span?.text ?? "")?.[0];
    if (asked === undefined || has.test(own)) continue;
    const isMedian = statistic === "average" && /median/i.test(own);
    const made = `no ${statistic} over places or dates is made`;
    return [`'${asked}': ${isMedian ? `${one.dcid} is a median, and no average was found` : made}`];
  }
  return [];
}

/** That an answer is about a part of what was asked for. */
function partNote({ dcid, only, others }: Understanding["variables"][number]): string[] {
  if (only === undefined) return [];
  const parts = only.map(({ property, name }) => `${property} ${name}`).join(", ");
  const more = others.slice(0, othersShown).map((one) => one.dcid);
  return [
    `${dcid} is the nearest, but it is only: ${parts}; no variable that was found has the total`,
    `others are as near: ${more.join(", ")}`,
  ];
}

const othersShown = 3;

const called = ({ dcid, name }: { readonly dcid: string; readonly name?: string | undefined }) =>
  name === undefined ? dcid : `${name} (${dcid})`;

const from = (span: Span | undefined): string =>
  span === undefined ? "read as" : `'${span.text}' was read as`;

function answerNotes(read: Understanding, sources: readonly string[]): string[] {
  const { variables, date, intent, denominator, answer } = read;
  if (answer === undefined) return unanswered(read, sources);
  const { rows, rowCount, missingCount = 0, otherWayCount = 0, coefficient, question } = answer;
  // A table has no change since any date, no pairs, and no latest date of a quotient.
  const isMade =
    ["change", "correlation"].includes(intent.kind) ||
    (denominator !== undefined && date.date === "latest");
  const what = isMade ? "the values that it is made of, as" : "as";
  return [
    ...(rowCount === 0 ? [noneNote(intent)] : []),
    ...totalNote(variables, intent, rows),
    ...cutNote(answer),
    ...(missingCount === 0
      ? []
      : [
          `places without ${intent.kind === "change" ? "values at both dates" : "a value"}: ${missingCount}`,
        ]),
    ...(otherWayCount === 0 || rowCount === 0
      ? []
      : [
          `places that did not ${intent.order === "lowest" ? "fall" : "rise"} are left out: ${otherWayCount}`,
        ]),
    ...(coefficient === undefined ? [] : [`coefficient of correlation: ${coefficient.toFixed(3)}`]),
    ...divisorNote(
      rows.map((row) => ({ ...row, denominatorDate: row.denominator?.date })),
      denominator?.dcid ?? "people",
    ),
    ...variables.flatMap((one, at) =>
      mixNote(one, rowsAbout(one.dcid, at, answer), answer, intent.kind),
    ),
    `${what} code: ${codeOf(question, intent)}`,
    `${what} a command: ${commandOf(sources, question, intent)}`,
  ];
}

/** That the values of several places are listed, where their sum may be meant. */
function totalNote(
  variables: Understanding["variables"],
  { kind }: Intent,
  rows: readonly Dated[],
): string[] {
  const asked = variables.flatMap(({ span }) => /\btotal\b/i.exec(span?.text ?? "") ?? [])[0];
  const places = new Set(rows.map(({ entity }) => entity)).size;
  const isListed = kind === "value" || kind === "comparison";
  if (asked === undefined || !isListed || places < 2) return [];
  return [`'${asked}': the values of ${places} places are listed, and not added up`];
}

function noneNote({ kind, isOneWay }: Intent): string {
  if (kind !== "change") return "there are no values";
  return isOneWay === true
    ? "no place that has values at two dates changed so"
    : "no place has values at two dates";
}

/** Why there is no answer, and what would be one. */
function unanswered(read: Understanding, sources: readonly string[]): string[] {
  const { places, variables, date, intent, denominator, perCapita, unread } = read;
  const near = read.nearest.map(called).join(", ");
  const also = near === "" ? "" : `; the nearest: ${near}`;
  if (variables.length === 0) return [`no variable is named${also}`];
  if (places.length > 0) {
    const words = unread.map(({ text: word }) => `'${word}'`).join(", ");
    const by = denominator?.dcid ?? (perCapita === undefined ? undefined : "Count_Person");
    const question = {
      entities: places.map((place) => place.entities),
      variables: variables.map(({ dcid }) => dcid),
      date: date.date,
      ...(by !== undefined && { denominator: by }),
    };
    const other = withWords(read);
    const none =
      other === undefined
        ? `no number: nothing found is about ${words}${also}`
        : `no number: no variable is about ${words} and all else that is asked${also}`;
    // Without "except", the rest would ask for what is to be left out.
    if (unread.some(({ text: word }) => exceptPhrases.has(word.toLowerCase()))) return [none];
    return [
      none,
      other === undefined
        ? `without these words, as a command: ${commandOf(sources, question, intent)}`
        : `${called(other)} alone, as a command: ${commandOf(sources, { ...question, variables: [other.dcid] }, intent)}`,
    ];
  }
  const isLeftOut = ({ text: words }: Span) =>
    [...exceptPhrases].some((phrase) => words.toLowerCase().startsWith(`${phrase} `));
  const left = unread.find(isLeftOut);
  if (left !== undefined) {
    return [
      `of one place nothing is left out: '${left.text}' is read beside places of a type, as "countries in Europe"`,
    ];
  }
  const hint = "names and types of places may be in another source: --with SOURCE adds it";
  if (unread.length === 0)
    return [`no place that is known is named, and none can be taken${also}`, hint];
  const words = unread.map(({ text: word }) => `'${word}'`).join(", ");
  return [
    `no number: nothing found is about ${words}, and no place is named${also}`,
    `leave these words out, or name a place; ${hint}`,
  ];
}

/** Of the nearest variables, the first other one that has the words which are not read. */
function withWords({ nearest, variables, unread }: Understanding) {
  return nearest.find(({ dcid, name = "" }) => {
    const own = `${name} ${dcid}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    const isOther = !variables.some((one) => one.dcid === dcid);
    return isOther && unread.every(({ text: word }) => own.includes(word.toLowerCase()));
  });
}

/** How many rows there are beside those that are shown, and how many of them are as high as the last one. */
function cutNote({ rows, rowCount, tiedCount = 0 }: UnderstoodAnswer): string[] {
  const tied = tiedCount === 0 ? "" : `; ${tiedCount} more with the value of the last one`;
  return rows.length < rowCount ? [`${rows.length} of ${rowCount}${tied}`] : [];
}

type Dated = Pick<AnswerRow, "entity" | "date" | "facetId">;

/** The values of one variable: of a correlation, each row has those of both. */
function rowsAbout(dcid: string, at: number, { rows }: UnderstoodAnswer): readonly Dated[] {
  const own = rows.filter(({ variable }) => variable === dcid);
  if (own.length > 0 || at === 0) return own;
  return rows.flatMap(({ entity, against }) =>
    against === undefined ? [] : [{ entity, ...against }],
  );
}

/** Values of several places that are compared, though they are of several dates or sources. */
function mixNote(
  { dcid }: Understanding["variables"][number],
  rows: readonly Dated[],
  { facets }: UnderstoodAnswer,
  kind: Intent["kind"],
): string[] {
  // Along a line, dates differ.
  const isLine = new Set(rows.map(({ entity }) => entity)).size < rows.length;
  if (kind === "change" || isLine) return [];
  const counts = new Map<string, number>();
  for (const { date, facetId } of rows) {
    const which = `${date} (${facets[facetId]?.importName ?? facetId})`;
    counts.set(which, (counts.get(which) ?? 0) + 1);
  }
  if (counts.size < 2) return [];
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, mixesShown).map(([which, count]) => `${count} of ${which}`);
  const more = most.length > mixesShown ? `, and ${most.length - mixesShown} more` : "";
  return [`values of ${dcid} differ in date or source: ${named.join(", ")}${more}`];
}

const mixesShown = 4;

function codeOf(question: UnderstoodAnswer["question"], { kind, order, limit }: Intent): string {
  const table = `await commons.table(${JSON.stringify(question)})`;
  if (kind !== "ranking" || order === undefined) return table;
  const sorted = `(${table}).sorted("value", "${order === "highest" ? "descending" : "ascending"}")`;
  return limit === undefined ? sorted : `${sorted}.head(${limit})`;
}

/** Dates of months are in their year. */
const datesIn = (date: string): Readonly<Record<string, string>> =>
  /^\d/.test(date) ? { from: date, to: date } : { date };

function commandOf(
  [source = "", ...others]: readonly string[],
  question: UnderstoodAnswer["question"],
  { kind, order, limit }: Intent,
): string {
  const { entities, variables, date = "latest", facet, perCapita, denominator } = question;
  const list = typeof entities === "string" ? [entities] : (entities as readonly string[]);
  const dates = typeof date === "string" ? datesIn(date) : date;
  const given = Object.entries(dates).flatMap(([name, value]) =>
    value === "latest" ? [] : [`--${name}`, value as string],
  );
  const words = ["stat", source, variables.join(","), ...list, ...given];
  if (facet === "best-for-all") words.push("--facets", facet);
  if (Array.isArray(facet)) words.push("--facets", facet.join(","));
  if (perCapita === true) words.push("--per-capita");
  if (denominator !== undefined) words.push("--denominator", denominator);
  if (kind === "ranking" && order !== undefined) {
    words.push("--sort", order === "highest" ? "-value" : "value");
    if (limit !== undefined) words.push("-n", String(limit));
  }
  if (others.length > 0) words.push("--with", ...others);
  return commandLine(words);
}
