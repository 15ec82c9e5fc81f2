/** Which source fits a question best, and which points its dates leave. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import {
  dateFilterOf,
  foundIn,
  isWithin,
  Sources,
} from "../../../../src/routes/agent/agent-sources.ts";

const dates = (date: string, start = "", end = "") => dateFilterOf({ date, start, end });

describe("the dates of a question", () => {
  const days = ["2019", "2020", "2020-01", "2020-02", "2020-02-29", "2020-03-01", "2021", "x2020"];
  test.each<[asked: readonly [string, string?, string?], within: readonly string[]]>([
    [["latest"], days],
    [["all"], days],
    [["ALL"], days],
    [["2020"], days.slice(1, 6)],
    [["2020-02"], ["2020-02", "2020-02-29"]],
    [["2020-01-01"], ["2020", "2020-01"]],
    [
      ["range", "2020-02"],
      ["2020-02", "2020-02-29", "2020-03-01", "2021"],
    ],
    [
      ["Range", "", "2020-02"],
      ["2019", "2020", "2020-01", "2020-02", "2020-02-29"],
    ],
    [
      ["range", "2020-02", "2020-02"],
      ["2020-02", "2020-02-29"],
    ],
    [["range", "2020", "2020"], days.slice(1, 6)],
    [
      ["range", "2020-02-02", "2020-12"],
      ["2020-02-29", "2020-03-01"],
    ],
  ])("%j", (asked, within) => {
    const filter = dates(...asked);
    expect(days.filter((day) => isWithin(day, filter))).toEqual(within);
    expect(filter.isLatest).toBe(asked[0] === "latest");
  });

  test.each<[asked: readonly [string, string?, string?], message: string]>([
    [["20"], 'invalid date format: "20"'],
    [["2020-13"], 'invalid date format: "2020-13"'],
    [["2021-02-29"], 'invalid date format: "2021-02-29"'],
    [["2020-1-1"], 'invalid date format: "2020-1-1"'],
    [["a2020"], 'invalid date format: "a2020"'],
    [["2020-01-01T00"], 'invalid date format: "2020-01-01T00"'],
    [[""], 'invalid date format: ""'],
    [["range"], "must specify start_date or end_date when date is 'range'"],
    [["range", "x"], 'invalid start_date: invalid date format: "x"'],
    [["range", "", "x"], 'invalid end_date: invalid date format: "x"'],
    [["range", "2021", "2020-12-31"], "start_date cannot be after end_date"],
    [["all", "2020"], 'cannot specify start/end range if date is "all"'],
    [["Latest", "", "2020"], 'cannot specify start/end range if date is "Latest"'],
  ])("%j is refused", (asked, message) => {
    expect(() => dates(...asked)).toThrow(message);
  });
});

describe("the best source", () => {
  let commons: Commons;
  beforeAll(async () => {
    // The better facet of two is the one of the service's own order.
    const rows = [
      "a,V,2020,1,Plain,,",
      "a,V,2020,1,USCensusPEP_Annual_Population,CensusPEPSurvey,P1Y",
    ];
    const header = "entity,variable,date,value,import_name,measurement_method,observation_period";
    commons = await open({
      "a.csv": [header, ...rows].join("\n"),
    });
  });

  type Series = readonly [facet: string, place: string, ...dates: readonly string[]];
  const found = (series: readonly Series[]) =>
    series.map(([facetId, place, ...points]) => ({
      facetId,
      facet: { importName: facetId },
      entities: [place],
      points: points.map((date, at) => ({ date, value: at })),
    }));
  const sourcesOf = (series: readonly Series[], date = "all") =>
    new Sources(commons, found(series), dates(date));
  const idOf = (source?: { readonly metadata: { readonly sourceId: string } }) =>
    source?.metadata.sourceId;

  test.each<[about: string, series: readonly Series[], date: string, best: string | undefined]>([
    [
      "has most places",
      [
        ["1", "a", "2020", "2021"],
        ["2", "a", "2020"],
        ["2", "b", "2020"],
      ],
      "all",
      "2",
    ],
    [
      "has most points, of as many places",
      [
        ["1", "a", "2022"],
        ["2", "a", "2020", "2021"],
      ],
      "all",
      "2",
    ],
    [
      "has the latest date, of as many points",
      [
        ["1", "a", "2020"],
        ["2", "a", "2021"],
      ],
      "all",
      "2",
    ],
    [
      "has it whichever comes first",
      [
        ["2", "a", "2021"],
        ["1", "a", "2020"],
      ],
      "all",
      "2",
    ],
    [
      "has it in any of its places",
      [
        ["1", "a", "2022"],
        ["1", "b", "2019"],
        ["2", "a", "2020"],
        ["2", "b", "2021"],
      ],
      "all",
      "1",
    ],
    [
      "has the smaller id, of equal ones",
      [
        ["2", "a", "2020"],
        ["1", "a", "2020"],
      ],
      "all",
      "1",
    ],
    [
      "has points of the dates",
      [
        ["1", "a", "2020"],
        ["1", "b", "2020"],
        ["2", "a", "2021"],
      ],
      "2021",
      "2",
    ],
    [
      "is the best of all, if none has such dates",
      [
        ["1", "a", "2020"],
        ["2", "a", "2020"],
        ["2", "b", "2020"],
      ],
      "2023",
      "2",
    ],
    ["is none without points", [["1", "a"]], "all", undefined],
  ])("%s", (_, series, date, best) => {
    expect(idOf(sourcesOf(series, date).best())).toBe(best);
  });

  test("is of the better facet, of equal ones", () => {
    const [{ facetId: one } = { facetId: "" }, { facetId: other } = { facetId: "" }] =
      commons.engine.observations.facets.toSorted((a, b) => a.score - b.score);
    expect(commons.engine.observations.facets).toHaveLength(2);
    const both: readonly Series[] = [
      [other, "a", "2020"],
      [one, "a", "2020"],
    ];
    expect(idOf(sourcesOf(both).best())).toBe(one);
    expect(idOf(sourcesOf(both.toReversed()).best())).toBe(one);
  });

  test("stands before the others, which ascend by their ids; places and rows ascend", () => {
    const sources = sourcesOf([
      ["3", "b", "2020", "2021"],
      ["2", "a", "2020"],
      ["3", "a", "2021"],
      ["10", "c", "2020"],
    ]);
    const best = sources.best();
    expect(idOf(best)).toBe("3");
    if (best === undefined) return;
    expect(sources.others(best).map(idOf)).toEqual(["10", "2"]);
    expect(sources.places()).toEqual(["a", "b", "c"]);
    expect(sources.rowsOf(best)).toEqual([
      ["a", "2021", 0],
      ["b", "2020", 0],
      ["b", "2021", 1],
    ]);
    expect(sources.pointsOf(best, "b")).toHaveLength(2);
    expect(sources.pointsOf(best, "c")).toEqual([]);
  });

  test("has the latest point of each place alone, where these are asked for", () => {
    const sources = sourcesOf([["1", "a", "2020", "2021"]], "latest");
    const best = sources.best();
    expect(best && sources.rowsOf(best)).toEqual([["a", "2021", 1]]);
  });

  test("sorts rows of several entities by the first that differs", () => {
    const rows = [
      ["b", "a"],
      ["a", "c"],
      ["a", "b"],
    ].map((entities) => ({
      facetId: "1",
      facet: {},
      entities,
      points: [
        { date: "2020", value: 1 },
        { date: "2021", value: "text" as unknown as number },
      ],
    }));
    const sources = new Sources(commons, rows, dates("all"));
    const best = sources.best();
    expect(best).toMatchObject({ metadata: { sourceId: "1" }, points: 3, latest: "2020" });
    expect(best && sources.rowsOf(best)).toEqual([
      ["a", "b", "2020", 1],
      ["a", "c", "2020", 1],
      ["b", "a", "2020", 1],
    ]);
  });
});

test("series of an answer are those of its own variable", () => {
  const points = [{ date: "2020", value: 1 }];
  const answer = {
    byVariable: {
      V: {
        byEntity: {
          a: { orderedFacets: [{ facetId: "1", observations: points }, { facetId: "2" }] },
          b: {},
        },
      },
      W: {},
    },
    facets: { 1: { importName: "A" } },
  };
  expect([...foundIn(answer, "V")]).toEqual([
    { facetId: "1", facet: { importName: "A" }, entities: ["a"], points },
    { facetId: "2", facet: {}, entities: ["a"], points: [] },
  ]);
  for (const name of ["W", "toString", "__proto__"]) expect([...foundIn(answer, name)]).toEqual([]);
  expect([...foundIn({}, "V")]).toEqual([]);
});
