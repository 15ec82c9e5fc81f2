/** The routes that the explorer asks, without a server and without a page. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { lint } from "../../../../src/lint.ts";
import { answerExplorer } from "../../../../src/routes/explorer/explorer-routes.ts";
import type { Checks } from "../../../../src/routes/route.ts";

const root = "/explorer/api/";

let sample: Commons;

beforeAll(async () => {
  sample = await open("data-samples/us-states");
});

async function answerOf(commons: Commons, path: string, body?: unknown, checks?: Checks) {
  const request = {
    method: body === undefined ? "GET" : "POST",
    url: root + path,
    body: body === undefined ? "" : JSON.stringify(body),
  };
  const answer = await answerExplorer(commons, request, checks);
  if (answer === undefined) throw new Error(`${path} is none of the explorer's routes`);
  return answer;
}

async function jsonOf(commons: Commons, path: string, body?: unknown, checks?: Checks) {
  const answer = await answerOf(commons, path, body, checks);
  expect(answer.status).toBe(200);
  return JSON.parse(`${answer.body}`);
}

describe("home", () => {
  test("tells what is loaded, and counts observations of each type by year", async () => {
    const home = await jsonOf(sample, "home");
    expect(home.counts.observationCount).toBe(sample.info.observationCount);
    expect(home.types[0]).toMatchObject({ dcid: "State", nodeCount: 51, observedCount: 51 });
    const { years, rows, step } = home.coverage;
    expect([step, years[0], years.at(-1)]).toEqual([1, 1900, 2026]);
    const sums = new Map<string, number>();
    const {
      engine: { graph, observations },
    } = sample;
    for (let series = 0; series < observations.seriesCount; series++) {
      const types = graph.typesOfSet(graph.typeSetOf(observations.entityOf(series)));
      for (const type of types.map((one) => graph.dictionary.textOf(one))) {
        sums.set(type, (sums.get(type) ?? 0) + observations.pointCountOf(series));
      }
    }
    for (const { type, counts } of rows) {
      expect(counts.reduce((a: number, b: number) => a + b)).toBe(sums.get(type));
    }
  });

  test("knows where a map is best: the states of the USA", async () => {
    expect(await jsonOf(sample, "start")).toMatchObject({
      place: "country/USA",
      type: "State",
      variable: "Count_Person",
    });
    expect(
      await jsonOf(await open({ "a.mcf": "Node: dcid:a\ntypeOf: dcs:Place\n" }), "start"),
    ).toBe(null);
  });
});

describe("types of places", () => {
  test("that the same nodes have are one: a state is no area beside", async () => {
    const types = (rows: readonly { type: string }[]) => rows.map(({ type }) => type);
    const inside = types(await jsonOf(sample, "children?place=country/USA"));
    expect(inside).toContain("State");
    expect(inside).not.toContain("AdministrativeArea1");
    const { coverage } = await jsonOf(sample, "home");
    expect(types(coverage.rows)).toContain("State");
    expect(types(coverage.rows)).not.toContain("AdministrativeArea1");
  });

  test("of different nodes stay", async () => {
    const place = (dcid: string, ...types: string[]) =>
      `Node: dcid:${dcid}\n${types.map((type) => `typeOf: dcs:${type}\n`).join("")}containedInPlace: dcid:c\n`;
    const commons = await open({
      "a.mcf": [place("a", "State", "AdministrativeArea1"), place("b", "AdministrativeArea1")].join(
        "\n",
      ),
    });
    expect(await jsonOf(commons, "children?place=c")).toEqual([
      { type: "AdministrativeArea1", count: 2 },
      { type: "State", count: 1 },
    ]);
  });
});

describe("boundaries", () => {
  test("of all counties of the sample can be drawn", async () => {
    const { features, unread } = await jsonOf(sample, "shapes?place=geoId/06&type=County");
    expect([features.length, unread]).toEqual([16, 0]);
    expect(JSON.stringify(features)).not.toContain("null");
  });

  test("are told apart: not loaded, not readable, with a third ordinate", async () => {
    const county = (id: string, shape: string) =>
      `Node: dcid:c/${id}\ntypeOf: dcs:County\ncontainedInPlace: dcid:s\n${shape}`;
    const ring = (height: string) =>
      `[[0,0${height}],[0,1${height}],[1,1${height}],[0,0${height}]]`;
    const drawn = (coordinates: string) =>
      `geoJsonCoordinates: ${JSON.stringify(`{"type":"Polygon","coordinates":[${coordinates}]}`)}\n`;
    const commons = await open({
      "a.mcf": [
        county("1", drawn(ring(",null"))),
        county("2", drawn("[[0,null]]")),
        county("3", ""),
      ].join("\n"),
    });
    const { features, unread } = await jsonOf(commons, "shapes?place=s&type=County");
    expect(features.map(({ id }: { id: string }) => id)).toEqual(["c/1"]);
    expect(unread).toBe(1);
  });
});

describe("lists", () => {
  test("of a search begin with what is called so", async () => {
    const found = await jsonOf(sample, "search?q=california");
    expect(found.lines[0]).toMatchObject({
      dcid: "geoId/06",
      name: "California",
      kind: "node",
      types: ["State", "AdministrativeArea1"],
    });
    const variables = await jsonOf(sample, "search?q=median&kind=variable");
    expect(variables.lines.map(({ dcid }: { dcid: string }) => dcid).sort()).toEqual([
      "Median_Age_Person",
      "Median_Income_Household",
    ]);
    const { lines } = await jsonOf(sample, "search?q=geoId/06&limit=1");
    expect(lines).toMatchObject([{ dcid: "geoId/06" }]);
    expect((await jsonOf(sample, "search?q=")).lines).toEqual([]);
  });

  test.each([
    ["jobless rate", ["UnemploymentRate_Person"]],
    ["population of texas", ["geoId/48", "Count_Person"]],
    ["median age california", ["Median_Age_Person", "geoId/06"]],
    ["Calfornia", ["geoId/06"]],
    ["texsa", ["geoId/48"]],
    ["WA", ["geoId/53"]],
    ["state", ["State"]],
    ["bureau census", ["dc/s/UsCensusBureau"]],
  ])("of a search for '%s' begin with what is meant", async (text, wanted) => {
    const { lines } = await jsonOf(sample, `search?q=${encodeURIComponent(text)}`);
    const dcids = lines.map(({ dcid }: { dcid: string }) => dcid);
    for (const dcid of wanted) expect(dcids.slice(0, 5)).toContain(dcid);
  });

  test("of a search tell how many nodes were searched, and which words are unknown or slips", async () => {
    const { searched, left, words } = await jsonOf(sample, "search?q=jobless+calfornia");
    expect([searched, left]).toEqual([sample.catalog.entities().length, 0]);
    expect(words).toEqual([
      { asked: "jobless", found: [], isSlip: true },
      { asked: "calfornia", found: ["california"], isSlip: true },
    ]);
  });

  test("of a search have nodes by their other names and descriptions", async () => {
    const commons = await open({
      "a.mcf":
        'Node: dcid:x/1\ntypeOf: dcs:City\nname: "Köln"\nalternateName: "Cologne"\ndescription: "Known for a cathedral"\n',
    });
    for (const text of ["cologne", "Koln", "cathedrals"]) {
      const { lines } = await jsonOf(commons, `search?q=${text}`);
      expect(lines).toMatchObject([{ dcid: "x/1", name: "Köln" }]);
    }
  });

  test("of a type have nodes of this type alone", async () => {
    const found = await jsonOf(sample, "search?q=&type=Continent&limit=50");
    expect(found.lines).toHaveLength(7);
  });

  test("of groups lead from the root to variables", async () => {
    const roots = await jsonOf(sample, "groups");
    expect(roots.groups.map(({ dcid }: { dcid: string }) => dcid)).toEqual(["dc/g/Root"]);
    const reached = new Set<string>();
    const follow = async (parent: string): Promise<void> => {
      const { groups, variables } = await jsonOf(sample, `groups?parent=${parent}`);
      for (const { dcid } of variables) reached.add(dcid);
      for (const { dcid } of groups) await follow(dcid);
    };
    await follow("dc/g/Root");
    expect(reached).toContain("Count_Person");
  });

  test("of types of places inside count nodes at any depth", async () => {
    const types = await jsonOf(sample, "children?place=country/USA");
    expect(types).toContainEqual({ type: "State", count: 51 });
    expect(types).toContainEqual({ type: "City", count: 17 });
    expect(await jsonOf(sample, "children?place=nowhere")).toEqual([]);
  });

  test("of variables are pages", async () => {
    const { lines, total } = await jsonOf(sample, "variables?type=State&limit=2&offset=1");
    expect([lines.length, total]).toEqual([2, sample.catalog.variables({ type: "State" }).length]);
  });

  test("of dates have the places with a number, and years that all variables share", async () => {
    const commons = await open({ "a.mcf": town("c", "no number"), "b.csv": countsOfTowns });
    const at = (query: string) => jsonOf(commons, `dates?place=land&type=Town&${query}`);
    expect(await at("variables=Cats")).toEqual({
      places: 3,
      dates: [
        { date: "2021", count: 1 },
        { date: "2020-06", count: 2 },
        { date: "2020-05", count: 2 },
        { date: "2020", count: 1 },
        { date: "2019", count: 1 },
        { date: "2018-02", count: 1 },
        { date: "2018-01", count: 2 },
        { date: "2017-03", count: 1 },
        { date: "2017", count: 1 },
      ],
      years: [
        { year: "2021", dates: ["2021"], count: 1 },
        { year: "2020", dates: ["2020-06"], count: 2 },
        { year: "2019", dates: ["2019"], count: 1 },
        { year: "2018", dates: ["2018-01"], count: 2 },
        { year: "2017", dates: ["2017"], count: 1 },
      ],
    });
    const both = await at("variables=Cats&variables=Dogs");
    expect(both.places).toBe(1);
    expect(both.years).toEqual([{ year: "2020", dates: ["2020-06", "2020"], count: 1 }]);
    expect(await at("variables=Cats&variables=Mice")).toMatchObject({ places: 1, years: [] });
    expect(await jsonOf(sample, "dates?place=nowhere&type=Town&variables=Cats")).toEqual({
      places: 0,
      dates: [],
      years: [],
    });
  });

  test("of words complete properties and types", async () => {
    expect(await jsonOf(sample, "words?kind=property&q=contained")).toMatchObject([
      { dcid: "containedInPlace" },
    ]);
    expect((await jsonOf(sample, "words?kind=type&q=Stat")).length).toBeGreaterThan(1);
  });

  test("of an entity's variables have the latest value of the best series, and the longest line", async () => {
    const { lines, total } = await jsonOf(sample, "observed?dcid=geoId/06");
    expect(total).toBe(11);
    const people = lines.find(({ dcid }: { dcid: string }) => dcid === "Count_Person");
    expect(people).toMatchObject({ name: "Total Population", lastDate: "2025" });
    expect(people.line).toHaveLength(60);
    expect(people.line.at(-1)).toBe(people.lastValue);
    expect(people).toMatchObject({
      more: 0,
      lineOf: "USCensusPEP_Annual_Population, CensusPEPSurvey, P1Y: 1900 to 2025",
    });
    const rate = lines.find(({ dcid }: { dcid: string }) => dcid === "UnemploymentRate_Person");
    const lineOf = "BLS_LAUS, BLSSeasonallyUnadjusted, P1Y: 2019 to 2025";
    expect(rate).toMatchObject({ lastDate: "2026-04", more: 1, lineOf });
    expect(rate.line).toHaveLength(7);
  });
});

/** A town with a number, and with a value that is none. */
const town = (dcid: string, value: string) =>
  [
    ...["a", "b", "c"].map(
      (one) => `Node: dcid:${one}\ntypeOf: dcs:Town\nname: "${one}"\ncontainedInPlace: dcid:land\n`,
    ),
    ...Object.entries({ "2019": "9", "2020-06": value }).map(
      ([date, text]) =>
        `Node: dcid:o${date}\ntypeOf: dcs:StatVarObservation\nvariableMeasured: dcid:Cats\nobservationAbout: dcid:${dcid}\nobservationDate: "${date}"\nvalue: "${text}"\n`,
    ),
  ].join("\n");
/** A year in which few places have the latest date, and one of which a whole and a month are known. */
const countsOfTowns = `entity,variable,date,value
a,Cats,2021,6
a,Cats,2020,1
a,Cats,2020-05,2
b,Cats,2020-05,3
a,Cats,2020-06,4
b,Cats,2020-06,5
a,Cats,2018-01,1
b,Cats,2018-01,1
a,Cats,2018-02,1
a,Cats,2017-03,1
b,Cats,2017,1
b,Dogs,2020,7
b,Dogs,2021,7
a,Mice,1999,8
`;

const question = {
  entities: "country/USA<-containedInPlace+{typeOf:State}",
  variables: ["Count_Person"],
  names: true,
};

test("the world is a snapshot, which a page lays files over", async () => {
  const { contentType, body } = await answerOf(sample, "world");
  expect(contentType).toBe("application/octet-stream");
  const opened = await open(body as Uint8Array);
  const { diagnostics: _, ...counts } = opened.info;
  expect(sample.info).toMatchObject(counts);
});

test("a world that is too large for a page is refused", async () => {
  const long = "long text ".repeat(1 << 20);
  const nodes = Array.from(
    { length: 8 },
    (_, at) => `Node: dcid:${at}\ndescription: "${at}${long}"\n`,
  );
  const { status, body } = await answerOf(await open({ "a.mcf": nodes.join("\n") }), "world");
  expect(status).toBe(413);
  expect(body).toContain("larger than the 64 MiB");
});

describe("tables", () => {
  test("are rows in JSON, CSV and Parquet", async () => {
    const table = await jsonOf(sample, "table", { question });
    expect([table.total, table.rows.length]).toEqual([51, 51]);
    expect(table.columns).toContain("entity_name");
    expect(table.citations).toEqual(await sample.cite(await sample.table(question as never)));
    expect(table.citations.length).toBeGreaterThan(0);
    const csv = await answerOf(sample, "table", { question, format: "csv" });
    expect(csv.contentType).toBe("text/csv; charset=utf-8");
    const library = await sample.table(question as never);
    expect(csv.body).toBe(library.csv());
    const parquet = await answerOf(sample, "table", { question, format: "parquet" });
    expect(parquet.body.slice(0, 4)).toEqual(new TextEncoder().encode("PAR1"));
  });

  test("that cannot be meant are refused", async () => {
    for (const body of [{}, { question: { entities: 1 } }, { question, format: "xls" }]) {
      const { status, body: text } = await answerOf(sample, "table", body);
      expect([status, typeof JSON.parse(`${text}`).message]).toEqual([400, "string"]);
    }
  });

  test("that are empty are explained", async () => {
    const asked = { node: { nodes: ["geoId/6"], property: "->name" } };
    const { isEmpty, kind } = await jsonOf(sample, "explain", asked);
    expect([isEmpty, kind]).toEqual([true, "unknownDcid"]);
  });
});

describe("checks", () => {
  test("are there where there are files, page by page", async () => {
    const source = "data-samples/us-states";
    const report = await lint(source);
    const checks = () => Promise.resolve(report);
    expect(await jsonOf(sample, "diagnostics")).toMatchObject({ canCheck: false });
    expect(await jsonOf(sample, "diagnostics", undefined, checks)).toMatchObject({
      canCheck: true,
      levels: sample.info.diagnostics.levels,
    });
    expect(await jsonOf(sample, "findings")).toBe(null);
    const page = await jsonOf(sample, "findings?limit=3", undefined, checks);
    expect(page).toMatchObject({ levels: report.levels, total: report.findings.length });
    expect(page.findings).toHaveLength(Math.min(3, report.findings.length));
    const fatal = await jsonOf(sample, "findings?level=fatal", undefined, checks);
    expect(fatal.findings).toEqual([]);
  });
});

describe("every route", () => {
  test("of the website is below the explorer's, too", async () => {
    const path = "choropleth/geojson?placeDcid=country/USA&placeType=State";
    expect(await jsonOf(sample, path)).toMatchObject({ type: "FeatureCollection" });
  });

  test("has one method, and others are refused", async () => {
    expect((await answerOf(sample, "home", {})).status).toBe(405);
    expect((await answerOf(sample, "table")).status).toBe(405);
    expect((await answerOf(sample, "nowhere")).status).toBe(404);
    expect((await answerOf(sample, "__proto__")).status).toBe(404);
  });

  test("refuses what it cannot read", async () => {
    for (const path of ["observed", "words?kind=all", "variables?limit=-1", "children"]) {
      expect((await answerOf(sample, path)).status).toBe(400);
    }
    const request = { method: "POST", url: `${root}table`, body: "{" };
    expect(await answerExplorer(sample, request)).toMatchObject({ status: 400 });
  });

  test("leaves other paths alone", async () => {
    const request = { method: "GET", url: "/v2/node", body: "" };
    expect(await answerExplorer(sample, request)).toBeUndefined();
  });

  test("takes names that objects have", async () => {
    const text = 'Node: dcid:__proto__\ntypeOf: dcs:Place\nname: "constructor"\n';
    const commons = await open({ "a.mcf": text });
    const { lines } = await jsonOf(commons, "search?q=__proto__");
    expect(lines).toMatchObject([{ dcid: "__proto__" }]);
    expect(await jsonOf(commons, "observed?dcid=__proto__")).toEqual({ lines: [], total: 0 });
  });
});
