/** What the columns of a snapshot say, statement by statement, and the world that those make. */

import type { WorldContents } from "../../../src/snapshot/world-contents.ts";
import {
  freezingObservations,
  ObservationBuilder,
} from "../../../src/stats/build/observation-builder.ts";
import { Ranking } from "../../../src/stats/ranking.ts";
import {
  type Column,
  type Freezing,
  FrozenColumns,
  freezeWith,
} from "../../../src/store/columns/column-source.ts";
import { GraphBuilder } from "../../../src/store/graph/graph-builder.ts";
import { freezingGraph } from "../../../src/store/graph/graph-freeze.ts";
import { noTerm } from "../../../src/store/texts/dictionary.ts";
import { dictionaryFreezing } from "../../../src/store/texts/text-freeze.ts";
import { LooseTextBuilder, TextTableBuilder } from "../../../src/store/texts/text-table-builder.ts";
import { doWorldShares, type World, type WorldShare } from "../../../src/world/world.ts";

type Columns = ReadonlyMap<string, Column>;

/** A world that is frozen anew from the statements that columns describe. */
export function describedWorld(columns: Columns, contents: WorldContents): World {
  return freezeWith(freezing(columns, contents), doWorldShares);
}

function* freezing(columns: Columns, contents: WorldContents): Freezing<World, WorldShare> {
  const nodes = new TextTableBuilder();
  const literals = new LooseTextBuilder();
  for (const text of textsOf(columns, "dictionary.nodes")) nodes.add(text);
  for (const text of textsOf(columns, "dictionary.literals")) literals.add(text);
  const triples = collectTriples(columns, contents.graph.nodeCount);
  const observations = collectObservations(columns, contents, literals);
  const frozen = new FrozenColumns();
  const { dictionary, ranks, index } = yield* dictionaryFreezing(
    [nodes.take()],
    [literals.take()],
    frozen,
    1,
  );
  const rows = [{ triples: triples.take(), firstNode: 0, firstLiteral: 0 }];
  const context = { dictionary, ranks, frozen, shares: [index], threads: 1 };
  const graph = yield* freezingGraph(rows, context);
  const { facets, hasOneOrder } = contents.observations;
  const builtIn = new Ranking();
  const ranking = new Ranking(
    hasOneOrder ? { score: () => 0, compare: builtIn.comparator("series") } : undefined,
  );
  const own = {
    observations: observations.take(),
    firstNode: 0,
    firstLiteral: 0,
    facets: undefined,
  };
  const { table } = yield* freezingObservations([own], {
    columns: frozen,
    dictionary,
    ranks,
    facets,
    kinds: undefined,
    kindNumbers: Uint32Array.from(facets, (_, number) => number),
    ranking,
    threads: 1,
    dividedMin: 0,
  });
  return { graph, observations: table };
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function textsOf(columns: Columns, name: string): string[] {
  const column = (part: string) => columns.get(`${name}.${part}`)!;
  const bytes = Uint8Array.from(column("bytes"));
  const long = new Map([...column("longIds")].map((id, at) => [id, column("longLengths")[at]!]));
  let start = 0;
  return [...column("lengths")].map((length, id) => {
    const end = start + (length === 255 ? long.get(id)! : length);
    const text = decoder.decode(bytes.subarray(start, end));
    start = end;
    return text;
  });
}

/** The triple with the name of a node comes before its others. */
function collectTriples(columns: Columns, nodeCount: number): GraphBuilder {
  const builder = new GraphBuilder();
  const column = (name: string) => columns.get(`graph.${name}`)!;
  const [offsets, names] = [column("out.offsets"), column("names")];
  for (let subject = 0; subject < nodeCount; subject++) {
    const rows = Array.from(
      { length: offsets[subject + 1]! - offsets[subject]! },
      (_, at) => offsets[subject]! + at,
    );
    const isName = (row: number) => column("out.terms")[row] === names[subject];
    for (const row of [...rows.filter(isName), ...rows.filter((row) => !isName(row))]) {
      const object = column("out.terms")[row]!;
      const predicate = column("predicates")[column("out.predicates")[row]!]!;
      const provenance = column("provenances")[column("out.provenances")[row]!]!;
      const from = provenance === noTerm ? -1 : provenance;
      if (object < nodeCount) builder.addLink(subject, predicate, object, from);
      else builder.addAttribute(subject, predicate, object - nodeCount, from);
    }
  }
  return builder;
}

function collectObservations(
  columns: Columns,
  { graph: { nodeCount }, observations: meta }: WorldContents,
  literals: LooseTextBuilder,
): ObservationBuilder {
  const builder = new ObservationBuilder(literals);
  const literalTexts = textsOf(columns, "dictionary.literals");
  const dates = textsOf(columns, "observations.dates");
  const dateIds = dates.map((date) => builder.dates.add(date));
  const column = (name: string) => columns.get(`observations.${name}`)!;
  const { dateBits, formatBits, kindWord, valueWord } = meta.seriesLayout;
  const stride = Math.max(kindWord, valueWord) + 1;
  const records = column("seriesRecords");
  const exceptions = [...column("exceptionPoints")];
  const variableOf = (series: number) =>
    column("variables")[
      [...column("variableOffsets")].findLastIndex((offset) => offset <= series)
    ]!;
  for (let series = 0; series < meta.seriesCount; series++) {
    const words = [...records.subarray(series * stride, (series + 1) * stride + 1)];
    const shift = kindWord === 1 ? 2 ** dateBits : 1;
    const kind = Math.floor(words[kindWord]! / shift);
    const firstDate = kindWord === 1 ? words[1]! % shift : words[1]!;
    const packed = column("formats")[kind % 2 ** formatBits]!;
    const values = column(`values${8 << (packed & 3)}`);
    for (let point = words[0]!; point < words[stride]!; point++) {
      const at = point - words[0]!;
      const stored = values[(valueWord === 0 ? words[0]! : words[valueWord]!) + at]!;
      const exception = exceptions.indexOf(point);
      const value =
        exception < 0
          ? decoded(packed, stored)
          : exceptionText(
              column("exceptionNumbers")[exception]!,
              column("exceptionTexts")[exception]!,
              (term) => literalTexts[term - nodeCount]!,
            );
      const date = dateIds[column("dateRuns")[firstDate + at]!]!;
      const facet = Math.floor(kind / 2 ** formatBits);
      builder.addText(variableOf(series), column("seriesEntities")[series]!, facet, date, value);
    }
  }
  return builder;
}

/** Width, bits for decimals of their own, scale and least decimals are two, three, four and four bits. */
function decoded(packed: number, stored: number): string {
  const [own, scale, least] = [(packed >> 2) % 8, (packed >> 5) % 16, packed >> 9];
  if (packed % 4 === 3) {
    return least === 1 && Number.isInteger(stored) ? stored.toFixed(1) : String(stored);
  }
  if (own > 0) {
    const decimals = ((stored % 2 ** own) + 2 ** own) % 2 ** own;
    return shifted(BigInt(Math.floor(stored / 2 ** own)), decimals);
  }
  let [text, decimals] = [shifted(BigInt(stored), scale), scale];
  while (decimals > least && text.endsWith("0")) {
    decimals--;
    text = text.slice(0, decimals === 0 ? -2 : -1);
  }
  return text;
}

/** An integer with a point before its last digits. */
function shifted(digits: bigint, decimals: number): string {
  const size = 10n ** BigInt(decimals);
  const [whole, rest] = [digits / size, digits % size].map((part) => (part < 0n ? -part : part));
  const fraction = decimals === 0 ? "" : `.${String(rest).padStart(decimals, "0")}`;
  return `${digits < 0n ? "-" : ""}${whole}${fraction}`;
}

function exceptionText(number: number, text: number, literal: (term: number) => string): string {
  const written = noTerm - text;
  if (written === 0) return String(number);
  return written <= 16 ? number.toFixed(written - 1) : literal(text);
}
