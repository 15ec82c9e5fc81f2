/**
 * Questions as people ask a model, the calls that a sensible model makes for them, and what must come back. The
 * numbers are those of the files of the sample, and of the table of flows below.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Commons, open } from "../../../../src/index.ts";
import { AgentTools } from "../../../../src/routes/tools/agent-tools.ts";

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Part of the answer. */
  readonly output: object | string;
}

interface Evaluation {
  readonly question: string;
  readonly calls: readonly Call[];
}

const rowsOf = (...rows: readonly (readonly unknown[])[]) => ({ data: { rows } });
const found = (...dcids: readonly string[]) => ({
  variables: expect.arrayContaining(dcids.map((dcid) => expect.objectContaining({ dcid }))),
});

const ofSample: readonly Evaluation[] = [
  {
    question: "How many people live in California?",
    calls: [
      {
        tool: "search_indicators",
        input: { query: "population", places: ["California"], include_topics: false },
        output: { ...found("Count_Person"), dcidNameMappings: { "geoId/06": "California" } },
      },
      {
        tool: "get_observations",
        input: { variable_dcid: "Count_Person", place_dcid: "geoId/06" },
        output: { ...rowsOf(["geoId/06", "2025", 39_355_309]), total: 1 },
      },
    ],
  },
  {
    question: "What was the population of California in 2020, by the decennial census?",
    calls: [
      {
        tool: "get_variable_metadata",
        input: { variable_dcids: ["Count_Person"], entity_dcids: ["geoId/06"] },
        output: {
          variables: {
            Count_Person: {
              facets: expect.arrayContaining([
                expect.objectContaining({
                  id: "1541763368",
                  properties: { measurementMethod: "USDecennialCensus" },
                }),
              ]),
            },
          },
        },
      },
      {
        tool: "get_observations",
        input: {
          variable_dcid: "Count_Person",
          place_dcid: "geoId/06",
          date: "2020",
          source_override: "1541763368",
        },
        output: rowsOf(["geoId/06", "2020", 39_538_223]),
      },
    ],
  },
  {
    question: "Which states have data about household income?",
    calls: [
      {
        tool: "search_child_indicators",
        input: {
          query: "household income",
          parent_place: "United States",
          sample_child_places: ["Ohio", "Texas"],
        },
        output: {
          variables: expect.arrayContaining([
            {
              dcid: "Median_Income_Household",
              placesWithData: ["geoId/39", "geoId/48"],
              observationProperties: ["observationAbout"],
            },
          ]),
          resolvedParentPlace: { dcid: "country/USA" },
        },
      },
      {
        tool: "get_child_observations",
        input: {
          variable_dcid: "Median_Income_Household",
          parent_place_dcid: "country/USA",
          child_place_type: "State",
        },
        output: { total: expect.any(Number), citations: [expect.stringContaining("Census")] },
      },
    ],
  },
  {
    question: "Compare the population of California and Texas.",
    calls: [
      {
        tool: "resolve_places",
        input: { places: ["California", "Texas"] },
        output: {
          resolvedPlaces: {
            rows: [
              ["California", "geoId/06", "California", expect.any(Array)],
              ["Texas", "geoId/48", "Texas", expect.any(Array)],
            ],
          },
        },
      },
      {
        tool: "compare",
        input: { variable_dcids: ["Count_Person"], place_dcids: ["geoId/06", "geoId/48"] },
        output: {
          rows: [
            ["Count_Person", "geoId/06", "California", "2025", 39_355_309, 0, 1],
            [
              "Count_Person",
              "geoId/48",
              "Texas",
              "2025",
              31_709_821,
              -7_645_488,
              31_709_821 / 39_355_309,
            ],
          ],
        },
      },
    ],
  },
  {
    question: "Which three states have the youngest people?",
    calls: [
      {
        tool: "rank",
        input: {
          variable_dcid: "Median_Age_Person",
          parent_place_dcid: "country/USA",
          child_place_type: "State",
          order: "lowest",
          limit: 3,
          date: "2018",
        },
        output: {
          rows: [
            [1, "geoId/49", "Utah", "2018", 31],
            [2, "geoId/11", "District of Columbia", "2018", 33.9],
            [3, "geoId/02", "Alaska", "2018", 34.9],
          ],
        },
      },
    ],
  },
  {
    question: "median age in Ohio since 2015",
    calls: [
      {
        tool: "understand",
        input: { question: "median age in Ohio since 2015" },
        output: {
          places: [{ entities: "geoId/39" }],
          variables: [{ dcid: "Median_Age_Person" }],
          date: { from: "2015" },
        },
      },
    ],
  },
  {
    question: "How long do people in Ohio travel to work? (there is no such data)",
    calls: [
      {
        tool: "search_indicators",
        input: { query: "commute time", include_topics: false },
        output: { hint: expect.stringContaining("other words") },
      },
    ],
  },
  {
    question: "How many people lived in Texas in 1850? (there are no such years)",
    calls: [
      {
        tool: "get_observations",
        input: { variable_dcid: "Count_Person", place_dcid: "geoId/48", date: "1850" },
        output: { total: 0, reason: expect.stringContaining("not of these dates") },
      },
    ],
  },
  {
    question: "What is the population of the Atlantis? (a model that guesses dcids)",
    calls: [
      {
        tool: "get_observations",
        input: { variable_dcid: "Population_Total", place_dcid: "geoId/06" },
        output: { total: 0, reason: expect.stringContaining("Population_Total") },
      },
      {
        tool: "get_observations",
        input: { variable: "Count_Person", place_dcid: "geoId/06" },
        output: 'there is no argument "variable": variable_dcid',
      },
    ],
  },
];

const ofFlows: readonly Evaluation[] = [
  {
    question: "How much aid did the United Arab Emirates give to Afghanistan?",
    calls: [
      {
        tool: "search_indicators",
        input: { query: "aid", include_topics: false },
        output: {
          variableCandidates: { rows: [["Aid", "Foreign aid", [], ["donor", "recipient"]]] },
        },
      },
      {
        tool: "get_variable_metadata",
        input: { variable_dcids: ["Aid"], entity_dcids: ["country/ARE", "country/AFG"] },
        output: {
          variables: {
            Aid: {
              facets: [{ obsCount: 3, scope: { entityCoverage: ["country/ARE", "country/AFG"] } }],
            },
          },
        },
      },
      {
        tool: "get_multi_entity_observations",
        input: {
          variable_dcid: "Aid",
          entities: { donor: ["country/ARE"], recipient: ["country/AFG"] },
        },
        output: rowsOf(["country/ARE", "country/AFG", "2021", 12]),
      },
    ],
  },
  {
    question: "To which countries did the United Arab Emirates give aid?",
    calls: [
      {
        tool: "get_multi_entity_observations",
        input: {
          variable_dcid: "Aid",
          entities: { donor: ["country/ARE"] },
          parent_entity_property: "recipient",
          parent_entity_dcid: "Earth",
          child_entity_type: "Country",
        },
        output: rowsOf(
          ["country/ARE", "country/AFG", "2021", 12],
          ["country/ARE", "country/YEM", "2020", 30],
        ),
      },
      {
        tool: "get_observations",
        input: { variable_dcid: "Aid", place_dcid: "country/AFG" },
        output: { total: 0, reason: expect.stringContaining("donor, recipient") },
      },
    ],
  },
];

const names = { ARE: "United Arab Emirates", AFG: "Afghanistan", YEM: "Yemen" };
const aid = [
  ["ARE", "AFG", "2020", 10],
  ["ARE", "AFG", "2021", 12],
  ["ARE", "YEM", "2020", 30],
] as const;
const flows = {
  "aid.mcf": [
    'Node: dcid:Aid\ntypeOf: dcs:StatisticalVariable\nname: "Foreign aid"\nobservationProperties: dcid:donor, dcid:recipient',
    "Node: dcid:Earth\ntypeOf: dcs:Place",
    ...Object.entries(names).map(
      ([code, name]) =>
        `Node: dcid:country/${code}\ntypeOf: dcs:Country\nname: "${name}"\ncontainedInPlace: dcid:Earth`,
    ),
  ].join("\n\n"),
  "aid.csv": [
    "entity,variable,date,value,import_name,properties",
    ...aid.map(([donor, recipient, date, value]) => {
      const about = { donor: `country/${donor}`, recipient: `country/${recipient}` };
      return `,Aid,${date},${value},A,"${JSON.stringify(about).replaceAll('"', '""')}"`;
    }),
  ].join("\n"),
};

let worlds: readonly [sample: Commons, flows: Commons];
beforeAll(async () => {
  worlds = await Promise.all([open("data-samples/us-states"), open(flows)]);
});
afterAll(() => {
  for (const world of worlds) world.close();
});

test.each(ofSample)("$question", ({ calls }) => made(worlds[0], calls));
test.each(ofFlows)("$question", ({ calls }) => made(worlds[1], calls));

async function made(commons: Commons, calls: readonly Call[]): Promise<void> {
  const agent = new AgentTools(() => commons);
  for (const { tool, input, output } of calls) {
    const answer = await agent.call(tool, input);
    if (typeof output === "string") expect(answer).toContain(output);
    else expect(answer, `${tool} ${JSON.stringify(input)}`).toMatchObject(output);
  }
}
