/** Variables and topics of a world that lies elsewhere, and of the same world here. */
import { beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../src/index.ts";
import { openRemote } from "../../../src/remote/remote-commons.ts";
import { snapshotOf } from "../../remote/stored-world.ts";
import { MemoryStore } from "../../remote/stores/memory-store.ts";

let near: Commons;
let bytes: Uint8Array;

beforeAll(async () => {
  const written = [
    ["Count_Person", 'name: "Total population"', 'description: "All who live somewhere"'],
    ["Count_Person_Female", 'name: "Women"', 'nameWithLanguage: "Frauen@de", "Femmes@fr"'],
    ["Count_Farm", 'searchDescription: "How many farms there are"'],
    ["Mean_Rainfall", 'shortDisplayName: "Rain"', 'alternateName: "Precipitation", "Wet days"'],
    ["Exports", 'name: "Exports"', "observationProperties: dcs:partner, dcs:product"],
  ].map(([dcid, ...lines]) =>
    [`Node: dcid:${dcid}`, "typeOf: dcs:StatisticalVariable", ...lines].join("\n"),
  );
  const topic = 'Node: dcid:dc/topic/Farms\ntypeOf: dcs:Topic\nname: "Farms"';
  const places = Array.from(
    { length: 3000 },
    (_, at) => `Node: dcid:geoId/${at}\ntypeOf: dcs:City`,
  );
  near = await open({
    "world.mcf": [...written, topic, ...places].join("\n\n"),
    "rows.csv":
      "variable,entity,date,value\nTotal_Untyped,geoId/1,2020,1\nCount_Person,geoId/1,2020,1",
  });
  bytes = snapshotOf(near, 1024);
});

/** All that a search for subjects shows, by both of its doors. */
const shown = (commons: Commons, text: string, meaning: boolean) => ({
  listed: commons.catalog.variables({ search: text }),
  resolved: ["StatisticalVariable", "Topic", undefined].map((type) => {
    const property =
      type === undefined ? {} : { property: `<-description{typeOf:${type}}->dcid` as const };
    return commons.v2.resolve({ nodes: [text], resolver: "indicator", ...property }, { meaning });
  }),
});

test.each([
  ["total population", "Count_Person"],
  ["population", "Count_Person"],
  ["Count_Person", "Count_Person"],
  ["all who live somewhere", "Count_Person"],
  ["women", "Count_Person_Female"],
  ["frauen", "Count_Person_Female"],
  ["how many farms", "Count_Farm"],
  ["farms", "dc/topic/Farms"],
  ["rain", "Mean_Rainfall"],
  ["wet days", "Mean_Rainfall"],
  ["exports", "Exports"],
  ["untyped", undefined],
  ["unicorns", undefined],
])("'%s' finds the same elsewhere as here, by words and by meaning", async (text, first) => {
  for (const meaning of [true, false]) {
    const wanted = shown(near, text, meaning);
    const remote = await openRemote(new MemoryStore(bytes));
    expect(await remote.ask((commons) => shown(commons, text, meaning))).toEqual(wanted);
    const [candidate] = wanted.resolved[2]!.entities![0]!.candidates ?? [];
    if (first !== undefined) expect(candidate?.dcid).toBe(first);
  }
});

test("the list of variables is all that a search elsewhere reads, once", async () => {
  const variables = Array.from({ length: 1500 }, (_, at) =>
    [
      `Node: dcid:V${at}\ntypeOf: dcs:StatisticalVariable`,
      `name: "Rain gauge ${at}"\ndescription: "What falls into gauge ${at} at the river"\n`,
    ].join("\n"),
  );
  const many = await open({ "world.mcf": variables.join("\n") });
  const remote = await openRemote(new MemoryStore(snapshotOf(many, 1024)));
  for (const [gauge, rounds] of [
    [234, 1],
    [431, 0],
  ]) {
    const before = remote.traffic.rounds;
    const question = { nodes: [`gauge ${gauge}`], resolver: "indicator" } as const;
    const found = await remote.ask(({ v2 }) => v2.resolve(question, { meaning: false }));
    expect(found.entities?.[0]?.candidates?.[0]?.dcid).toBe(`V${gauge}`);
    expect(remote.traffic.rounds - before).toBe(rounds);
  }
});
