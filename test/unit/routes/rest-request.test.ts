/** Paths and query strings of SDMX REST: what they mean, and what is refused first. */

import { describe, expect, test } from "vitest";
import { CommonsError } from "../../../src/errors/errors.ts";
import { readRest } from "../../../src/routes/rest-request.ts";

const whole = "dataflow/DC/DF_OBS/1.0.0/*";
const listed = `${whole}/unit`;

/** Status and message of a refusal; the filters otherwise. */
function read(question: "data" | "availability", tail: string, query: string) {
  try {
    const { filters, ...rest } = readRest(question, tail, query, ["csv"]);
    const shown = Array.from(filters, ([id, { values, properties }]) => {
      const inner = Array.from(properties, ([name, one]) => [
        name,
        one.isTransitive,
        ...one.values,
      ]);
      return [id, ...values, ...inner];
    });
    return { filters: shown, ...rest };
  } catch (error) {
    if (!(error instanceof CommonsError)) throw error;
    return [error.rpc?.status, error.message];
  }
}

const data = (query: string, tail = whole) => read("data", tail, query);
const available = (query: string, tail = listed) => read("availability", tail, query);

describe("a filter", () => {
  test("has alternatives, which are trimmed, and keeps what is escaped in them", () => {
    expect(data("c[variableMeasured]=A,%20B%20&c%5Bx%5D=a%26b%3Dc%2Fd&c[y]=a=b")).toEqual({
      filters: [
        ["variableMeasured", "A", "B"],
        ["x", "a&b=c/d"],
        ["y", "a=b"],
      ],
      component: "",
      format: "",
    });
  });

  test("by places is two parameters", () => {
    const query = "c[x.typeOf]=T&c[variableMeasured]=A&c[x.containedInPlace+]=P";
    expect(data(query)).toMatchObject({
      filters: [
        ["x", ["typeOf", false, "T"], ["containedInPlace", true, "P"]],
        ["variableMeasured", "A"],
      ],
    });
  });

  test("has no meaning beside others of another name", () => {
    const query = "startPeriod=2020&c[variableMeasured]=A&&dimensionAtObservation=x&c=1&key=k";
    expect(data(query)).toMatchObject({ filters: [["variableMeasured", "A"]] });
  });
});

test("slashes at both ends of a path do not count", () => {
  expect(data("format=csv&c[variableMeasured]=A", `//${whole}/`)).toMatchObject({ format: "csv" });
  expect(available("mode=exact&references=none&c[variableMeasured]=A")).toMatchObject({
    component: "unit",
  });
});

const refusals: readonly [query: string, status: number, message: string][] = [
  ["c%ZZ=A", 400, "invalid SDMX query parameter name"],
  ["c[x]=%ZZ", 400, 'invalid value for SDMX query parameter "c[x]"'],
  ["c[x=A", 400, "invalid SDMX component filter name"],
  ["c[]=A", 400, 'invalid SDMX component filter ""'],
  ["c[a b]=A", 400, 'invalid SDMX component filter "a b"'],
  ["c[a.b.c]=A", 400, 'invalid SDMX component filter "a.b.c"'],
  ["c[a.+]=A", 400, 'invalid SDMX component filter "a.+"'],
  ["c[x]=", 400, "empty SDMX component filter value"],
  ["c[x]", 400, "empty SDMX component filter value"],
  ["c[x]=a,%20", 400, "empty SDMX component filter value"],
  ["c[x]=a+b", 501, "SDMX AND filters are not implemented yet"],
  ["c[x]=a%2Bb", 501, "SDMX AND filters are not implemented yet"],
  ["c[x]=a,eq:b", 501, "SDMX component filter operators are not implemented yet"],
  ["c[x]=a&c[x]=b", 400, 'duplicate SDMX component filter "x"'],
  ["c[x.p]=a&c[x.p+]=b", 400, 'duplicate SDMX property filter "x.p"'],
  ["c[OBS_VALUE]=1", 501, 'unsupported SDMX component filter "OBS_VALUE"'],
  ["c[scalingFactor]=1", 501, 'unsupported SDMX component filter "scalingFactor"'],
  ["c[FREQ]=A", 501, 'unsupported SDMX component filter "FREQ"'],
  ["c[x]=A", 400, "missing required SDMX component filter variableMeasured"],
  ["", 400, "missing required SDMX component filter variableMeasured"],
];

/** With a variable. */
const further: typeof refusals = [
  [
    "c[x]=a&c[x.typeOf]=b",
    400,
    'SDMX component filter "x" cannot combine direct and property predicates',
  ],
  [
    "c[x.containedInPlace+]=a&c[x.typeOf]=b&c[x.name]=c",
    400,
    'SDMX component filter "x" cannot include additional property predicates',
  ],
  ["c[x.name]=a&c[x.typeOf]=b", 501, 'SDMX property constraint "name" is not implemented yet'],
  [
    "c[unit.containedInPlace+]=a&c[unit.typeOf]=b",
    501,
    'SDMX property constraints on component "unit" are not implemented yet',
  ],
  [
    "c[x.containedInPlace+]=a,b&c[x.typeOf]=b",
    400,
    'SDMX property filter "containedInPlace" on component "x" must have exactly one value',
  ],
  [
    "c[x.containedInPlace]=a&c[x.typeOf]=b",
    501,
    'SDMX property constraint "containedInPlace" is not implemented yet',
  ],
  [
    "c[x.containedInPlace+]=a&c[x.typeOf+]=b",
    501,
    'SDMX property constraint "typeOf+" is not implemented yet',
  ],
  [
    "c[x.containedInPlace+]=a",
    400,
    'SDMX property filters on component "x" require containedInPlace+ and typeOf',
  ],
  [
    "c[TIME_PERIOD]=2020,Latest",
    400,
    "SDMX TIME_PERIOD filter cannot combine LATEST with explicit dates",
  ],
];

describe("a request is refused", () => {
  test.each(refusals)("for %s with %i and %s", (query, status, message) => {
    expect(data(query)).toEqual([status, message]);
    expect(available(query)).toEqual([status, message]);
  });

  test.each(further)("for %s with %i and %s", (query, status, message) => {
    expect(data(`c[variableMeasured]=A&${query}`)).toEqual([status, message]);
    expect(available(`c[variableMeasured]=A&${query}`)).toEqual([status, message]);
  });

  const formats: typeof refusals = [
    ["format=xml", 400, 'unsupported SDMX data response format "xml"'],
    ["format=csv&format=csv", 400, "duplicate SDMX format query parameter"],
    ["format=xml&format=csv", 400, 'unsupported SDMX data response format "xml"'],
  ];
  test.each(formats)("for data: %s with %i and %s", (query, status, message) => {
    expect(data(query)).toEqual([status, message]);
  });

  const modes: typeof refusals = [
    ["mode=available", 501, 'SDMX availability mode "available" is not implemented yet'],
    ["references=all", 501, 'SDMX availability references "all" are not implemented yet'],
    [
      "updatedAfter=2020",
      501,
      'SDMX availability query parameter "updatedAfter" is not implemented yet',
    ],
    [
      "reportingYearStartDay=x",
      501,
      'SDMX availability query parameter "reportingYearStartDay" is not implemented yet',
    ],
    ["c[variableMeasured]=A&c[facetId]=1", 501, 'unsupported SDMX component filter "facetId"'],
    [
      "c[variableMeasured]=A&c[TIME_PERIOD]=latest",
      400,
      "SDMX TIME_PERIOD filter LATEST is not valid for availability; use explicit dates",
    ],
  ];
  test.each(modes)("for availability: %s with %i and %s", (query, status, message) => {
    expect(available(query)).toEqual([status, message]);
  });

  const paths: typeof refusals = [
    ["dataflow/DC/DF_OBS/1.0.0", 400, "invalid SDMX data path"],
    [`${whole}/x`, 400, "invalid SDMX data path"],
    ["dataflow//DF_OBS/1.0.0/*", 400, "invalid SDMX data path"],
    ["x/y/z/v/A.US", 501, "SDMX data keys other than * are not implemented yet"],
    ["", 400, "SDMX data path is required"],
    ["datastructure/DC/DF_OBS/1.0.0/*", 501, "unsupported SDMX dataflow"],
    ["dataflow/XX/DF_OBS/1.0.0/*", 501, "unsupported SDMX dataflow"],
    ["dataflow/DC/DF/1.0.0/*", 501, "unsupported SDMX dataflow"],
    ["dataflow/DC/DF_OBS/1.0/*", 400, 'unsupported SDMX dataflow version "1.0"'],
  ];
  test.each(paths)("for the path %s with %i and %s", (path, status, message) => {
    expect(data("c[variableMeasured]=A", path)).toEqual([status, message]);
  });

  const components: typeof refusals = [
    ["*", 400, "invalid SDMX availability path"],
    ["*/a b", 400, 'invalid SDMX availability component "a b"'],
    ["*/OBS_VALUE", 501, 'unsupported SDMX availability component "OBS_VALUE"'],
    ["*/TIME_PERIOD", 501, 'unsupported SDMX availability component "TIME_PERIOD"'],
    ["*/scalingFactor", 501, 'unsupported SDMX availability component "scalingFactor"'],
    ["*/facetId", 501, 'unsupported SDMX availability component "facetId"'],
    ["*/FREQ", 501, 'unsupported SDMX availability component "FREQ"'],
    ["A.US/unit", 501, "SDMX availability keys other than * are not implemented yet"],
  ];
  test.each(components)("for the component %s with %i and %s", (end, status, message) => {
    const path = `dataflow/DC/DF_OBS/1.0.0/${end}`;
    expect(available("c[variableMeasured]=A", path)).toEqual([status, message]);
  });

  test("for its path before its query, and for its query before what the path names", () => {
    expect(data("c[x=A", "dataflow/DC")).toEqual([400, "invalid SDMX data path"]);
    expect(data("c[x=A", "")).toEqual([400, "invalid SDMX component filter name"]);
    expect(data("c[x=A", "dataflow/XX/DF_OBS/1.0.0/*")).toEqual([
      400,
      "invalid SDMX component filter name",
    ]);
    expect(data("c[x]=A", "dataflow/XX/DF_OBS/1.0.0/*")).toEqual([
      501,
      "unsupported SDMX dataflow",
    ]);
  });

  test("for a wrong escape before anything else in its query", () => {
    expect(data("c[x=A&y=%")).toEqual([400, 'invalid value for SDMX query parameter "y"']);
  });
});
