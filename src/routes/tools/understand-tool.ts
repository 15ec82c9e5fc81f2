/** Questions in somebody's own words: how they were read, and what answers them. */
import type { Commons, Understanding } from "../../index.ts";
import { described, type ParamsOf, text, texts } from "../../router/fields.ts";
import { metadataOf } from "../agent/agent-sources.ts";
import { present } from "../node-values.ts";
import { nameOf } from "./agent-folder.ts";
import { outputs } from "./answer-schemas.ts";
import { inlineRowsMax, LargeAnswer, rowsOfTable } from "./large-answer.ts";
import { tableFor } from "./table-tools.ts";
import { needed, type ToolContext, tool } from "./tool.ts";

type Answer = NonNullable<Understanding["answer"]>;
type Row = Answer["rows"][number];

/** Rows of one answer: more of them are another tool's. */
const rowsMax = 100;
const othersMax = 5;

const fields = {
  question: needed(text("question"), "the question"),
  places: described(texts("place_dcids", 100), "places, if those that were read are wrong"),
  variables: described(texts("variable_dcids", 10), "variables, if those are wrong"),
};

async function understand(
  commons: Commons,
  { question, places, variables }: ParamsOf<typeof fields>,
  { hasFolder }: ToolContext,
): Promise<object> {
  const read = await commons.understand(question, present({ places, variables }));
  const about = readAs(read);
  const { answer } = read;
  if (answer === undefined) {
    return { ...about, hint: hintOf(read) };
  }
  const {
    rows,
    rowCount: total,
    tiedCount: tied,
    missingCount: missing,
    otherWayCount: otherWay,
  } = answer;
  const sources = Object.entries(answer.facets).map(([id, facet]) => metadataOf(id, facet));
  const rest = { ...about, total, ...present({ tied, missing, otherWay }), sources };
  const cited = async (given: Parameters<Commons["cite"]>[0]) =>
    (await commons.cite(given)).map(({ text }) => text);
  if (total > inlineRowsMax && hasFolder) {
    const table = await tableFor(commons, { ...answer.question, names: true });
    const name = nameOf(...read.variables.slice(0, 2).map(({ dcid }) => dcid));
    const citations = await cited(table);
    return new LargeAnswer(rowsOfTable(table), name, "csv", { ...rest, citations });
  }
  const shown = rows.slice(0, rowsMax);
  const { coefficient } = answer;
  return {
    ...rest,
    citations: await cited({ ...answer, rows: shown }),
    ...tableOf(shown),
    ...(coefficient !== undefined && { coefficient }),
    ...(total > rowsMax && {
      hint: "these are the first rows: get_child_observations and get_observations have all",
    }),
  };
}

function hintOf({ variables, places }: Understanding): string {
  if (variables.length === 0) return "no variable was found: search_indicators finds some";
  return places.length === 0
    ? "no place was found: 'unread' may name one; resolve_places finds dcids, which place_dcids takes"
    : "no number: none of the variables is about the words in 'unread'; search_indicators may find one, and variable_dcids takes one as it is";
}

/** How the question was read, with what else its words may mean. */
function readAs({ places, variables, date, intent, ...read }: Understanding): object {
  const { denominator, perCapita, unread } = read;
  return {
    places: places.map(({ entities, name, type, others, isAssumed }) => ({
      ...{ entities, name, isAssumed },
      ...present({ type, others: others.slice(0, othersMax) }),
    })),
    variables: variables.map(({ dcid, name, score, others, only }) => ({
      ...{ dcid, score },
      ...present({ only: only?.map((one) => `${one.property} ${one.name}`) }),
      ...present({ name, others: others.slice(0, othersMax) }),
    })),
    date: date.date,
    intent: intent.kind,
    ...present({ order: intent.order, perCapita: perCapita !== undefined }),
    ...present({ denominator: denominator?.dcid }),
    ...present({ unread: unread.map((span) => span.text) }),
  };
}

/** Columns by their name. The later ones are there for changes and correlations only. */
const columns: Readonly<Record<string, (row: Row) => string | number | undefined>> = {
  dcid: (row) => row.entity,
  name: (row) => row.entityName,
  variable: (row) => row.variable,
  date: (row) => row.date,
  value: (row) => row.value,
  sourceId: (row) => row.facetId,
  dateBefore: (row) => row.before?.date,
  valueBefore: (row) => row.before?.value,
  change: (row) => row.change,
  changeShare: (row) => row.changeShare,
  againstDate: (row) => row.against?.date,
  againstValue: (row) => row.against?.value,
};

function tableOf(rows: readonly Row[]) {
  const used = Object.entries(columns).filter(([, read]) =>
    rows.some((row) => read(row) !== undefined),
  );
  return {
    columns: used.map(([name]) => name),
    rows: rows.map((row) => used.map(([, read]) => read(row) ?? null)),
  };
}

export const understandTool = tool({
  path: "understand",
  title: "Answer a question",
  about:
    "Reads a question in plain English, such as 'top five counties by income in Texas' or 'unemployment in Ohio since 2010', and answers it: places, variables and dates that it found, and rows. Check how it was read: 'others' has what else the words may mean, 'unread' the words that nothing explains. Send the right dcids to ask again.",
  fields,
  output: outputs.understanding,
  writes: "perhaps",
  answer: understand,
});
