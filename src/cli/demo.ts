/** `npm run demo`: loads the bundled sample and answers a handful of real questions. */

import { open } from "../index.ts";
import { barChart } from "./charts.ts";

const state = "geoId/06";

const sample = new URL("../data-samples/us-states", import.meta.url);
const openedAt = performance.now();
const commons = await open(sample);
const loadMs = performance.now() - openedAt;

const { info } = commons;
console.log(
  `Loaded data-samples/us-states in ${loadMs.toFixed(0)} ms: ${info.nodeCount} nodes, ` +
    `${info.tripleCount} triples, ${info.observationCount} observations in ${info.seriesCount} series, ` +
    `${(info.bytes / 1024).toFixed(0)} KiB.`,
);
const askedAt = performance.now();
describePlace();
showLargestStates();
compareSources();
chartPopulation();
await askAsClientsDo();
console.log(`\nAll answers took ${(performance.now() - askedAt).toFixed(1)} ms, offline.`);

function describePlace(): void {
  heading(`What is ${state}?`, "->[name, typeOf, containedInPlace]");
  const { data } = commons.v2.node({
    nodes: [state],
    property: "->[name, typeOf, containedInPlace]",
  });
  for (const [label, { nodes = [] }] of Object.entries(data?.[state]?.arcs ?? {})) {
    const values = nodes.map(({ value, name, dcid }) => value ?? name ?? dcid);
    console.log(`  ${label.padEnd(18)}${values.join(", ")}`);
  }
}

function showLargestStates(): void {
  heading("Which states have most people?", "country/USA<-containedInPlace+{typeOf:State}");
  const { byVariable } = commons.v2.observation({
    variable: { dcids: ["Count_Person"] },
    entity: { expression: "country/USA<-containedInPlace+{typeOf:State}" },
    date: "LATEST",
    select: ["entity", "variable", "date", "value"],
  });
  const states = Object.entries(byVariable?.["Count_Person"]?.byEntity ?? {}).map(
    ([dcid, { orderedFacets }]) => {
      const latest = orderedFacets?.[0]?.observations?.[0];
      return { name: nameOf(dcid), date: latest?.date, value: Number(latest?.value) };
    },
  );
  states.sort((a, b) => b.value - a.value);
  const bars = states
    .slice(0, 8)
    .map(({ name, date, value }) => ({ label: `${name}, ${date}`, value }));
  for (const line of barChart(bars)) console.log(`  ${line}`);
}

function compareSources(): void {
  heading(`Who counts the people of ${nameOf(state)}?`, 'select: ["facet"]');
  const { byVariable, facets } = commons.v2.observation({
    variable: { dcids: ["Count_Person"] },
    entity: { dcids: [state] },
    select: ["facet"],
  });
  const ordered = byVariable?.["Count_Person"]?.byEntity?.[state]?.orderedFacets ?? [];
  for (const { facetId, earliestDate, latestDate, obsCount } of ordered) {
    const source = facets?.[facetId]?.importName ?? "";
    console.log(`  ${source.padEnd(44)}${earliestDate} to ${latestDate}, ${obsCount} values`);
  }
}

function chartPopulation(): void {
  heading(`How did ${nameOf(state)} grow?`, 'date: "", select: ["date", "value"]');
  const { byVariable } = commons.v2.observation({
    variable: { dcids: ["Count_Person"] },
    entity: { dcids: [state] },
    date: "",
    select: ["date", "value"],
  });
  const [best] = byVariable?.["Count_Person"]?.byEntity?.[state]?.orderedFacets ?? [];
  const observations = best?.observations ?? [];
  const step = Math.max(1, Math.ceil(observations.length / 12));
  const shown = observations.filter((_, at) => (observations.length - 1 - at) % step === 0);
  const bars = shown.map(({ date = "", value }) => ({ label: date, value: Number(value) }));
  for (const line of barChart(bars)) console.log(`  ${line}`);
}

async function askAsClientsDo(): Promise<void> {
  const url = "https://api.datacommons.org/v2/node?key=k&nodes=geoId%2F06&property=-%3Ename";
  heading("The same through fetch, as existing clients ask:", url);
  const response = await commons.fetch(url);
  console.log(`  ${response.status} ${await response.text()}`);
}

function nameOf(dcid: string): string {
  const { data } = commons.v2.node({ nodes: [dcid], property: "->name" });
  return data?.[dcid]?.arcs?.["name"]?.nodes?.[0]?.value ?? dcid;
}

function heading(question: string, request: string): void {
  console.log(`\n${question}  (${request})`);
}
