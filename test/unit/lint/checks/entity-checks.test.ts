/** Dcids of places that are slips of described ones, or that nothing but a template gives a type. */
import { expect, test } from "vitest";
import { fix } from "../../../../src/commons/with-files.ts";
import { type Texts, withFolder } from "../../load/load-texts.ts";
import { lintTexts, slipsOf } from "../lint-texts.ts";

const header = "entity,variable,date,value,unit\n";

const town = (dcid: string) => `Node: dcid:${dcid}\ntypeOf: dcs:City\nname: "A"\n\n`;

test("of the beginning of a dcid that an observation is about, if the place is described", async () => {
  const towns = ["town/1", "town/2", "town/3", "zip/94110"].map(town).join("");
  const rows = ["twon/1", "Town/2", "town/3", "town/9", "twon/8", "zap/94110"];
  const table = `${header}${rows.map((entity) => `${entity},V,2020,5,`).join("\n")}\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'twon/1' is described nowhere; is 'town/1' meant?",
    "Graph_MisspeltName_observationAbout o.csv:3 observationAbout 'Town/2' is described nowhere; is 'town/2' meant?",
  ]);
});

test("of the beginning of the dcid of a place around a node, and of its lost zero", async () => {
  const states = ["geoId/06", "geoId/48"].map(town).join("");
  const clinics = ["geoid/06", "geoId/6", "geoId/48", "other/06"].map(
    (place, at) => `Node: dcid:clinic/${at}\ntypeOf: dcs:City\ncontainedInPlace: dcid:${place}\n\n`,
  );
  expect(await slipsOf({ "s.mcf": states, "c.mcf": clinics.join("") })).toEqual([
    "Graph_MisspeltName_containedInPlace c.mcf:3 containedInPlace 'geoid/06' is described nowhere; is 'geoId/06' meant?",
    "Graph_MisspeltName_containedInPlace c.mcf:7 containedInPlace 'geoId/6' is described nowhere; is 'geoId/06' meant, and its zero lost?",
  ]);
});

test("of a dcid to which a template alone gives a type", async () => {
  const towns = ["town/1", "town/2", "geoId/06", "Boston", "iso/EE", "iso/LV"].map(town).join("");
  const texts = {
    "p.mcf": towns.replace(
      'dcid:Boston\ntypeOf: dcs:City\nname: "A"',
      'dcid:b/1\ntypeOf: dcs:City\nname: "Boston"',
    ),
    "t.tmcf":
      "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->place\n\n" +
      "Node: E:t->E1\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:V\n" +
      "observationAbout: E:t->E0\nobservationDate: C:t->year\nvalue: C:t->n\n",
    "t.csv":
      "place,year,n\ntown/1,2020,5\ntwon/1,2021,6\ntown/9,2020,5\ntwon/9,2020,5\ngeoId/6,2020,5\nBoston,2020,5\nios/EE,2020,5\n",
  };
  expect(await slipsOf(texts)).toEqual([
    "Graph_MisspeltName_observationAbout t.csv:3 observationAbout 'twon/1' has only a type from a template; is 'town/1' meant?",
    "Graph_MisspeltName_observationAbout t.csv:6 observationAbout 'geoId/6' has only a type from a template; is 'geoId/06' meant, and its zero lost?",
    "Graph_MisspeltName_observationAbout t.csv:7 observationAbout 'Boston' has only a type from a template, and is the name of 'b/1': a dcid belongs here",
    "Graph_MisspeltName_observationAbout t.csv:8 observationAbout 'ios/EE' has only a type from a template; is 'iso/EE' meant?",
  ]);
});

const typing =
  "Node: E:t->E0\ntypeOf: dcs:City\ndcid: C:t->place\n\n" +
  "Node: E:t->E1\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:V\n" +
  "observationAbout: E:t->E0\nobservationDate: C:t->year\nvalue: C:t->n\n";

test("of a dcid without its beginning", async () => {
  const rows = "place,year,n\nEE-37,2020,5\niso/EE-39,2020,6\nEE-50,2020,6\n";
  const texts = { "p.mcf": ["iso/EE-37", "iso/EE-39", "town/1"].map(town).join("") };
  expect(await slipsOf({ ...texts, "t.tmcf": typing, "t.csv": rows })).toEqual([
    "Graph_MisspeltName_observationAbout t.csv:2 observationAbout 'EE-37' has only a type from a template; is 'iso/EE-37' meant?",
  ]);
  expect(await slipsOf({ ...texts, "o.csv": `${header}EE-37,V,2020,5,\n` })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'EE-37' is described nowhere; is 'iso/EE-37' meant?",
  ]);
});

test("a place of which a template alone says something is named, where most of its kind are described", async () => {
  const typedIn = async (rows: readonly string[], further = "") => {
    const { found, messages } = await lintTexts({
      "p.mcf": ["iso/EE-37", "iso/EE-39"].map(town).join("") + further,
      "t.tmcf": typing,
      "t.csv": `place,year,n\n${rows.map((place) => `${place},2020,5\n`).join("")}`,
    });
    return found.flatMap((one, at) => (one.includes("Missing") ? [`${one} ${messages[at]}`] : []));
  };
  const finding = (others: string) =>
    `warning Existence_MissingReference_observationAbout t.csv:3 observationAbout of observations refers to 'iso/EE-98', which has only a type from a template${others}; the sources describe 2 others of 'iso/…'`;
  expect(await typedIn(["iso/EE-37", "iso/EE-98"])).toEqual([finding("")]);
  expect(await typedIn(["iso/EE-37", "iso/EE-98", "iso/EE-99"])).toEqual([finding(", as 1 more")]);
  expect(await typedIn(["iso/EE-37", "iso/EE-97", "iso/EE-98", "iso/EE-99"])).toEqual([]);
  expect(await typedIn(["iso/EE-37", "other/98"])).toEqual([]);
  // A file says it of this one.
  const bare = "Node: dcid:iso/EE-98\ntypeOf: dcs:City\n";
  expect(await typedIn(["iso/EE-37", "iso/EE-98"], bare)).toEqual([]);
});

test("of capitals in a dcid, where both places are described", async () => {
  const towns = ["town/1", "town/2", "Town/2"].map(town).join("");
  const table = `${header}town/2,V,2020,5,\nTown/2,V,2021,6,\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:3 observationAbout 'Town/2' differs in capitals from a described node; is 'town/2' meant?",
  ]);
});

test("of dcids are none where numbers differ, or where both kinds are described as often", async () => {
  const towns = ["town1/1", "town/2", "tawn/2", "zip/1", "zap/1"].map(town).join("");
  const rows = ["town2/1", "town/2", "tawn/2", "abc/1", "zap/1"];
  const table = `${header}${rows.map((entity) => `${entity},V,2020,5,`).join("\n")}\n`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([]);
  // Kinds in capitals that are described as often.
  const twice = ["town/2", "Town/2"].map(town).join("");
  const both = `${header}town/2,V,2020,5,\nTown/2,V,2021,6,\n`;
  expect(await slipsOf({ "t.mcf": twice, "o.csv": both })).toEqual([]);
  // A described kind with another letter is no slip, however few it has.
  const few = ["town/1", "town/2", "tawn/2"].map(town).join("");
  expect(await slipsOf({ "t.mcf": few, "o.csv": `${header}tawn/2,V,2020,5,\n` })).toEqual([]);
});

test("of capitals in a short beginning of a dcid, and of letters in other places of three", async () => {
  const towns = ["CBS/1", "CBS/2", "CBX/3", "FR/4", "FR/5"].map(town).join("");
  const rows = ["cbs/1", "CBS/2", "CBY/3", "fr/4", "RF/5"].map((place) => `${place},V,2020,5,\n`);
  const table = `${header}${rows.join("")}`;
  expect(await slipsOf({ "t.mcf": towns, "o.csv": table })).toEqual([
    "Graph_MisspeltName_observationAbout o.csv:2 observationAbout 'cbs/1' is described nowhere; is 'CBS/1' meant?",
    "Graph_MisspeltName_observationAbout o.csv:5 observationAbout 'fr/4' is described nowhere; is 'FR/4' meant?",
  ]);
});

test("of a lost zero, if the longer dcid is described, and of no other digits", async () => {
  const zips = ["zip/01234", "zip/06a", "zip/0012", "zip/9"].map(town).join("");
  const rows = ["zip/1234", "zip/6a", "zip/012"].map((place) => `${place},V,2020,5,\n`);
  const about = "observationAbout 'zip/1234'";
  const end = "is 'zip/01234' meant, and its zero lost?";
  expect(await slipsOf({ "z.mcf": zips, "o.csv": `${header}${rows.join("")}` })).toEqual([
    `Graph_MisspeltName_observationAbout o.csv:2 ${about} is described nowhere; ${end}`,
  ]);
  const typed = { "t.tmcf": typing, "t.csv": "place,year,n\nzip/1234,2020,5\n" };
  expect(await slipsOf({ ...typed, "z.mcf": zips })).toEqual([
    `Graph_MisspeltName_observationAbout t.csv:2 ${about} has only a type from a template; ${end}`,
  ]);
  // Of two that only the template types, neither is known.
  const both = { ...typed, "t.csv": "place,year,n\nzip/1234,2020,5\nzip/01234,2020,5\n" };
  expect(await slipsOf(both)).toEqual([]);
});

test("has a cure where nothing describes the dcid, and none where a template gives it a type", async () => {
  const towns = ["town/1", "town/2", "town/3"].map(town).join("");
  const fixedIn = async (texts: Texts) =>
    await withFolder({ ...texts, "p.mcf": towns }, async (folder) =>
      (await fix(folder)).files.map(({ after }) => after),
    );
  expect(await fixedIn({ "o.csv": `${header}twon/1,V,2020,5,\n` })).toEqual([
    `${header}town/1,V,2020,5,\n`,
  ]);
  const rows = "place,year,n\ntwon/1,2020,5\n";
  expect(await fixedIn({ "t.tmcf": typing, "t.csv": rows })).toEqual([]);
});

test("a total is no entity of observations", async () => {
  const table = `${header}town/1,V,2020,5,\nTotal,V,2020,6,\nTotal,V,2021,6,\ntotal/1,V,2021,6,\n`;
  const { found } = await lintTexts({ "o.csv": table });
  expect(found.filter((one) => one.includes("Total"))).toEqual([
    "warning Graph_TotalAsEntity o.csv:3",
  ]);
});
