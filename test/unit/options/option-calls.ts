/** Every public function that takes options, with their rows, called with options. */

import { searchRows, typedSearchRows, variableSearchRows } from "../../../src/catalog/entries.ts";
import { everythingRows } from "../../../src/catalog/everything.ts";
import { suggestionRows } from "../../../src/catalog/suggestions.ts";
import { openRows } from "../../../src/commons/reopen.ts";
import { fileRows, fix, lint, lintRows } from "../../../src/commons/with-files.ts";
import { partRows, planRows } from "../../../src/commons/with-parts.ts";
import { facetRows } from "../../../src/commons/world-maker.ts";
import { diffRows } from "../../../src/diff/world-diff.ts";
import { open, world } from "../../../src/index.ts";
import { openKept } from "../../../src/kept.ts";
import { diff, proposeColumns } from "../../../src/lint.ts";
import { createMcpServer, mcpOverHttp, serveStdio } from "../../../src/mcp.ts";
import { diskCacheRows } from "../../../src/operate/disk-cache.ts";
import { diskCache, folderTarget } from "../../../src/operate.ts";
import {
  answerRows,
  limitRows,
  meaningRows,
  observationRows,
  queryCallRows,
  saveRows,
  serviceRows,
  understandRows,
} from "../../../src/options/request-rows.ts";
import { buildPart, planParts } from "../../../src/parts.ts";
import { knownRows } from "../../../src/propose/proposal.ts";
import { exportRows } from "../../../src/publish/format-names.ts";
import { rdfSourceRows } from "../../../src/quads/rdf-source.ts";
import { rdfSource } from "../../../src/rdf.ts";
import { remoteRows } from "../../../src/remote/remote-reader.ts";
import { httpRows } from "../../../src/remote/stores/http-place.ts";
import { operateRows, publishRows } from "../../../src/remote/versions/publish.ts";
import {
  httpBlocks,
  httpTarget,
  openRemote,
  publish,
  removeVersions,
} from "../../../src/remote.ts";
import { agentRows } from "../../../src/routes/tools/agent-options.ts";
import { availabilityRows, sdmxRows } from "../../../src/sdmx/request.ts";
import { serveRows } from "../../../src/serve/server-options.ts";
import { serve } from "../../../src/serve.ts";
import { tableRows } from "../../../src/tables/table-question.ts";
import { verbRows } from "../../../src/tables/verbs/verb-options.ts";
import { mockRows } from "../../../src/testing/mock-options.ts";
import { mock } from "../../../src/testing.ts";

export const commons = await open({ "a.mcf": 'Node: dcid:a\ntypeOf: dcs:City\nname: "A"\n' });
const { catalog } = commons;
const store = { describe: () => unread(), read: () => unread() };
const unread = (): never => {
  throw new Error("the store was read");
};
const absent = "/no/such/file";
const target = folderTarget(absent);
const asked = { entities: ["a"], variables: ["v"] };

const filtered = { filters: { variableMeasured: "v", observationAbout: "a" } };
const node = { nodes: ["a"], property: "->name" } as const;
const query = { query: "SELECT ?a WHERE { ?a typeOf City }" };
const explained = { node };

export type Call = (options: object) => unknown;
type Calls = Readonly<Record<string, readonly [rows: object, call: Call]>>;

const table = await commons.table(asked);
/** Verbs of tables, of groups of rows, and of series. */
const verbs: Readonly<Record<keyof typeof verbRows, Call>> = {
  agg: (options) => table.group("entity").agg({}, options),
  derive: (options) => table.derive({}, options),
  correlations: (options) => table.correlations(undefined, options),
  compareFacets: (options) => table.compareFacets(options),
  sumUp: (options) => table.sumUp({ to: "entity", ...options }),
  perSeries: (options) => table.perSeries(options),
  rank: (options) => table.rank("value", options),
  share: (options) => table.share("value", options),
  zScore: (options) => table.zScore("value", options),
  histogram: (options) => table.histogram("value", options),
  join: (options) => table.join(table, { on: "entity", ...options }),
  pivot: (options) => table.pivot({ on: "entity", index: "date", values: "value", ...options }),
  unpivot: (options) => table.unpivot({ on: ["value"], ...options }),
  diff: (options) => table.perSeries().diff(options),
  percentChange: (options) => table.perSeries().percentChange(options),
  lag: (options) => table.perSeries().lag(options),
  cagr: (options) => table.perSeries().cagr(options),
  rollingMean: (options) => table.perSeries().rollingMean(2, options),
  rollingSum: (options) => table.perSeries().rollingSum(2, options),
  cumulativeSum: (options) => table.perSeries().cumulativeSum(options),
  indexTo: (options) => table.perSeries().indexTo("2020", options),
  fillForward: (options) => table.perSeries().fillForward(options),
  interpolate: (options) => table.perSeries().interpolate(options),
  nearest: (options) => table.perSeries().nearest(options),
  resample: (options) => table.perSeries().resample("year", "sum", options),
};

export const calls: Calls = {
  ...Object.fromEntries(
    Object.entries(verbs).map(([verb, call]) => [
      verb,
      [verbRows[verb as keyof typeof verbs], call],
    ]),
  ),
  ready: [meaningRows, (options) => commons.ready(options)],
  series_: [facetRows, (options) => world().series("v", "a", {}, options)],
  open: [fileRows, (options) => open(absent, options)],
  lint: [lintRows, (options) => lint(absent, options)],
  fix: [lintRows, (options) => fix(absent, options)],
  service: [serviceRows, (options) => commons.service(options)],
  limited: [limitRows, (options) => commons.limited(options)],
  table: [tableRows, (options) => commons.table({ ...asked, ...options })],
  "sdmx.data": [sdmxRows, (options) => commons.sdmx.data({ ...filtered, ...options })],
  "sdmx.availability": [
    availabilityRows,
    (options) => commons.sdmx.availability({ component: "unit", ...filtered, ...options }),
  ],
  "catalog.variables": [variableSearchRows, (options) => catalog.variables(options)],
  "catalog.entities": [typedSearchRows, (options) => catalog.entities(options)],
  "catalog.types": [searchRows, (options) => catalog.types(options)],
  "catalog.properties": [searchRows, (options) => catalog.properties(options)],
  "catalog.count": [variableSearchRows, (options) => catalog.count("entities", options)],
  "catalog.facets": [searchRows, (options) => catalog.facets(options)],
  "catalog.search": [everythingRows, (options) => catalog.search({ text: "a", ...options })],
  "catalog.suggest": [suggestionRows, (options) => catalog.suggest({ text: "a", ...options })],
  understand: [understandRows, (options) => commons.understand("a", options)],
  serve: [serveRows, (options) => serve(absent, options)],
  save: [saveRows, (options) => commons.save(absent, options)],
  export: [exportRows, (options) => commons.export(absent, options)],
  diff: [diffRows, (options) => diff(commons, commons, options)],
  proposeColumns: [knownRows, (options) => proposeColumns(absent, options)],
  buildPart: [partRows, (options) => buildPart(commons, absent, absent, options)],
  planParts: [planRows, (options) => planParts([], options)],
  rdfSource: [rdfSourceRows, (options) => rdfSource(commons, options)],
  createMcpServer: [agentRows, (options) => createMcpServer(() => commons, options)],
  mcpOverHttp: [agentRows, (options) => mcpOverHttp(() => commons, options)],
  serveStdio: [agentRows, (options) => serveStdio(commons, options)],
  diskCache: [diskCacheRows, (options) => diskCache(store, { folder: absent, ...options })],
  publish: [publishRows, (options) => publish(target, new Uint8Array(), options)],
  removeVersions: [operateRows, (options) => removeVersions(target, [], options)],
  httpTarget: [httpRows, (options) => httpTarget("https://data.example.org/a", options)],
  mock: [mockRows, (options) => mock(absent, options)],
  openRemote: [remoteRows, (options) => openRemote(store, options)],
  httpBlocks: [httpRows, (options) => httpBlocks("https://data.example.org/a", options)],
};

export const path = "/v2/node?nodes=a&property=->name&key=k";

/** The options of one call. */
export const ofCalls: Calls = {
  answer: [answerRows, (options) => commons.service().answer({ url: path }, options)],
  table_: [limitRows, (options) => commons.table(asked, options)],
  ask: [limitRows, (options) => commons.ask(unread, options)],
  "sdmx.csv": [limitRows, (options) => commons.sdmx.csv(filtered, options)],
  "sdmx.jsonStat": [limitRows, (options) => commons.sdmx.jsonStat(filtered, options)],
  cite: [limitRows, (options) => commons.cite({}, options)],
  open_: [openRows, (options) => openKept("https://data.example.org/a", options)],
  explain: [queryCallRows, (options) => commons.explain(explained, options)],
  name: [limitRows, (options) => commons.name("a", options)],
  values: [limitRows, (options) => commons.values("a", "name", options)],
  entities: [limitRows, (options) => commons.entities("a->name", options)],
  latest: [limitRows, (options) => commons.latest("v", "a", options)],
  series: [limitRows, (options) => commons.series("v", "a", options)],
  search: [limitRows, (options) => commons.search("a", options)],
  sparql: [queryCallRows, (options) => commons.sparql(query.query, options)],
  "v2.node": [limitRows, (options) => commons.v2.node(node, options)],
  "v2.observation": [observationRows, (options) => commons.v2.observation({}, options)],
  "v2.resolve": [meaningRows, (options) => commons.v2.resolve({ nodes: ["a"] }, options)],
  "v2.sparql": [queryCallRows, (options) => commons.v2.sparql(query, options)],
  "v1.triples": [
    limitRows,
    (options) => [...commons.v1.pages.triples({ direction: "out", node: "a" }, options)],
  ],
  "v0.query": [queryCallRows, (options) => commons.v0.query({ sparql: query.query }, options)],
};
