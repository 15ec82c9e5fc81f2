/**
 * Whole answers of all routes, and the table of what they take, in `expected`.
 * `EXPECT=write npx vitest run test/unit/routes/route-whole` writes them anew.
 */
import { beforeAll, test } from "vitest";
import type { Commons } from "../../../src/index.ts";
import { answerExplorer, explorerRoutes } from "../../../src/routes/explorer/explorer-routes.ts";
import { RouteTable } from "../../../src/routes/route.ts";
import { unlistedRoutes } from "../../../src/routes/unlisted-routes.ts";
import { websiteRoutes } from "../../../src/routes/website/website-routes.ts";
import { expectRecorded } from "../recorded-text.ts";
import { type Answer, type Asked, expectAnswers } from "./recorded-answers.ts";
import { wholeWorld } from "./whole-world.ts";

let commons: Commons;
beforeAll(async () => {
  commons = await wholeWorld();
});

const tables: Readonly<Record<string, Answer>> = {
  website: (request) => new RouteTable(websiteRoutes).answer(commons, request),
  unlisted: (request) => new RouteTable(unlistedRoutes).answer(commons, request),
  explorer: (request) => answerExplorer(commons, request),
};

test("the tables say the path, the methods and the fields of each route", () => {
  const rows = [...websiteRoutes, ...unlistedRoutes, ...explorerRoutes];
  const lines = rows.map(({ path, aliases = [], methods, about, fields }) =>
    [
      `${methods.join(" ")} ${[path, ...aliases].join(" ")}: ${about}`,
      ...Object.entries(fields).map(([name, field]) => `  ${name}: ${JSON.stringify(field)}`),
    ].join("\n"),
  );
  expectRecorded(import.meta.dirname, "tables", lines);
});

const states = "parentEntity=country/USA&childType=State";
const both = "entities=geoId/06&entities=geoId/48&variables=Income&variables=Age";

test("the website's routes", async () => {
  const within = `${states}&variables=Income&variables=Nothing`;
  await expectAnswers(import.meta.dirname, "website", tables["website"]!, [
    `/api/observations/point?${both}`,
    `/api/observations/point?${both}&date=2021`,
    `/api/observations/point?${both}&date=HIGHEST_COVERAGE`,
    `/api/observations/point/all?${both}`,
    `/api/observations/point/within?${within}`,
    `/api/observations/point/within?${within}&date=2020&facetId=1`,
    `/api/observations/point/within/all?${within}&date=HIGHEST_COVERAGE`,
    "/api/observations/point/within?parentEntity=country/USA",
    "/api/observations/point",
    "/api/observations/point?entities=geoId/06",
    `/api/observations/series?${both}`,
    ["/api/observations/series", { entities: ["geoId/48"], variables: ["Income"] }],
    `/api/observations/series/all?${both}`,
    `/api/observations/series/within?${within}`,
    `/api/observations/series/within/all?${within}`,
    `/api/observation-dates?${states}&variable=Income`,
    `/api/observation-dates?${states}`,
    `/api/observation-dates/entities?${both}`,
    [
      "/api/observation/existence",
      { variables: ["Income", "Nothing"], entities: ["geoId/06", "geoId/06003"] },
    ],
    ["/api/observation/existence", { variables: ["Income"] }],
    "/api/observation/existence",
    `/api/facets?${both}`,
    `/api/facets/within?${within}&date=LATEST`,
    `/api/facets/within?${within}&date=2020`,
    `/api/facets/within?${within}&date=soon`,
    "/api/node/propvals/out?dcids=geoId/06&dcids=nothing&prop=name",
    "/api/node/propvals/in?dcids=geoId/06&prop=containedInPlace",
    "/api/node/propvals/in?dcids=geoId/06",
    "/api/node/propvals?dcids=geoId/06&propExpr=->containedInPlace->name",
    "/api/node/propvals?dcids=country/USA&propExpr=<-containedInPlace{typeOf:State}->name",
    "/api/node/propvals?dcids=geoId/06&propExpr=name",
    "/api/node/triples/out/geoId/48",
    "/api/node/triples/in/country/USA",
    "/api/node/triples/up/country/USA",
    ["/api/metadata", { entities: ["geoId/06", "geoId/48"], statVars: ["Income", "Age"] }],
    [
      "/api/metadata",
      {
        parentPlace: "country/USA",
        enclosedPlaceType: "State",
        statVars: ["Income"],
        entities: [],
      },
    ],
    ["/api/metadata", {}],
    ["/api/metadata", "[1"],
    ["/api/metadata/facets", { facets: { 1: { importName: "A", unit: "USDollar" } } }],
    ["/api/metadata/facets", {}],
    "/api/place/name?dcids=geoId/06&dcids=nothing",
    "/api/place/name?dcids=geoId/06001&prop=nameWithLanguage",
    "/api/place/displayname?dcids=geoId/06001&dcids=geoId/06&dcids=country/USA",
    "/api/place/parent?dcid=geoId/06001",
    "/api/place/parent",
    "/api/place/descendent?dcids=country/USA&descendentType=County",
    "/api/place/descendent/name?dcid=country/USA&descendentType=County",
    "/api/place/descendent/name?dcid=country/USA&descendentType=State&prop=isoCode",
    "/api/place/type/geoId/48",
    "/api/place/type/nothing",
    "/api/choropleth/geojson?placeDcid=country/USA&placeType=State",
    "/api/choropleth/geojson?placeDcid=geoId/06&placeType=County&geoJsonProp=geoJsonCoordinates",
    "/api/choropleth/geojson?placeDcid=geoId/06001",
    "/api/choropleth/geojson?placeDcid=country/USA&placeNameProp=isoCode&geoJsonProp=geoJsonCoordinatesDP3",
    ["/node-geojson", { nodes: ["geoId/06", "geoId/06001"], geoJsonProp: "geoJsonCoordinates" }],
    ["/api/choropleth/node-geojson", { nodes: ["geoId/06"] }],
    "/node-geojson",
    "/api/nothing",
  ]);
});

test("routes that the service's documentation does not list", async () => {
  const node = "nodes=geoId/06&property=->name";
  await expectAnswers(import.meta.dirname, "unlisted", tables["unlisted"]!, [
    `/v3/node?${node}`,
    `/v3/resolve?nodes=California&property=<-description->dcid`,
    ["/v3/sparql", { query: "SELECT ?n WHERE { ?s typeOf State . ?s name ?n }" }],
    ["/v3/observation", { select: ["entity"], variable: { dcids: ["Income"] } }],
    ["/v3/observation", { variable: { expression: "x" } }],
    "/v2/event?node=geoId/06&property=<-location{typeOf:FireEvent, date:2020-08}",
    "/v3/event?node=geoId/06&property=<-location{typeOf:FireEvent}->date",
    "/v2/event?node=geoId/06&property=none",
    "/v2/event",
    "/v3/node_search?query=united",
    "/v3/node_search?query=a&types=State",
    "/v3/node_search",
    ["/v2/recognize/places", { queries: ["income in california and texas", "nowhere"] }],
    ["/v1/recognize/places", { queries: ["california"] }],
    ["/v1/recognize/entities", { queries: ["the income of people in Texas"] }],
    "/v1/recognize/entities",
    "/v1/internal/page/place/geoId/06?category=Overview",
    "/v1/internal/page/place/country/USA?category=Overview",
    "/v1/internal/page/place/geoId/06",
    "/v1/bulk/info/variable?nodes=Income&nodes=Nothing",
    "/v2/bulk/info/variable?nodes=Income",
    "/v3/bulk/info/variable",
    "/v1/bulk/info/variable",
    "/v1/bulk/info/variable-group?nodes=dc/g/Economy&nodes=dc/g/Root",
    "/v1/bulk/info/variable-group?nodes=dc/g/Economy&constrained_entities=geoId/06003",
    "/v2/bulk/info/variable-group?nodes=dc/g/People&include_definitions=true",
    "/v3/bulk/info/variable-group?nodes=dc/g/People&num_entities_existence=2",
    "/v2/bulk/info/variable-group?include_definitions=perhaps",
    "/api/variable/info?dcids=Income",
    ["/api/variable-group/info", { dcid: "dc/g/Root" }],
    ["/api/variable-group/info", { dcid: "dc/g/Root", entities: ["geoId/48"] }],
    ["/api/variable-group/info", {}],
    "/stat/value?place=geoId/06&stat_var=Income",
    "/stat/value?place=geoId/06&stat_var=Income&date=2020",
    "/stat/value?place=geoId/06&stat_var=Nothing",
    "/stat/value?place=geoId/06",
    "/stat/value",
    "/stat/series?place=geoId/06&stat_var=Income",
    "/stat/series?place=geoId/06&stat_var=Income&unit=USDollar",
    "/stat/series?place=geoId/06&stat_var=Income&unit=&measurement_method=Census",
    "/stat/value?place=&stat_var=Income",
    ["/stat/value", { place: ["geoId/06"], stat_var: 5 }],
    "/stat/all?places=geoId/06&places=geoId/48&stat_vars=Income",
    "/stat/all?places=geoId/06",
    ["/stat/all", { places: [], stat_vars: [] }],
    ["/bulk/stats", { place: ["geoId/06", "nothing"], stats_var: "Income" }],
    ["/bulk/stats", { place: ["geoId/06"] }],
    ["/v1/recon/resolve/id", { in_prop: "wikidataId", out_prop: "dcid", ids: ["Q99", "Q1"] }],
    ["/v1/recon/resolve/id", { in_prop: "wikidataId" }],
    [
      "/v1/recon/resolve/coordinate",
      {
        coordinates: [
          { latitude: 1.5, longitude: 2.5 },
          { latitude: 80, longitude: 0 },
        ],
      },
    ],
    [
      "/v1/recon/resolve/coordinate",
      { coordinates: [{ latitude: 1.5, longitude: 2.5 }], place_types: ["County"] },
    ],
    ["/v1/recon/resolve/coordinate", { coordinates: [{ latitude: "north" }] }],
    ["/v1/recon/resolve/coordinate", {}],
    [
      "/v1/recon/entity/resolve",
      {
        entities: [
          { source_id: "a", entity_ids: { ids: [{ prop: "wikidataId", val: "Q99" }] } },
          { source_id: "b", entity_ids: { ids: [{ prop: "wikidataId", val: "Q0" }] } },
          { source_id: "c" },
        ],
      },
    ],
    ["/v1/recon/entity/resolve", { entities: 5 }],
    [
      "/v1/bulk/find/entities",
      { entities: [{ description: "California", type: "State" }, { description: "Nowhere" }] },
    ],
    ["/v1/bulk/find/entities", {}],
    "/v2/place/ranking?place_type=State&stat_var_dcids=Income&within_place=country/USA",
    "/v1/place/ranking?place_type=State&stat_var_dcids=Income&is_per_capita=true",
    "/v1/place/ranking?place_type=State",
    "/v1/place/ranking?stat_var_dcids=Income",
    "/v1/place/related?dcid=geoId/06&stat_var_dcids=Income&within_place=country/USA",
    "/v1/place/related?dcid=geoId/06&stat_var_dcids=Income&is_per_capita=true",
    "/v1/place/related?stat_var_dcids=Income",
    "/v1/bulk/info/place?nodes=geoId/06001&nodes=Income",
    "/v1/bulk/info/place",
    "/v1/bulk/observation-dates/linked?linked_entity=country/USA&entity_type=State&variables=Income&linked_property=containedInPlace",
    "/v1/bulk/observation-dates/linked?linked_entity=country/USA&entity_type=State&variables=Income",
    [
      "/v2/variable/filter",
      { stat_vars: [{ dcid: "Income" }, { dcid: "Nothing" }], entities: ["geoId/06"] },
    ],
    ["/v2/variable/filter", { stat_vars: [5] }],
    "/v1/variable/search?query=income",
    "/v1/variable/search?query=people&places=geoId/06003",
    "/v1/variable/search?query=people&sv_only=true",
    "/v1/variable/search",
    "/v1/variable/ancestors/Income",
    ["/v1/variable/ancestors", { node: "dc/g/People" }],
    ["/v1/variable/ancestors", {}],
    "/version",
    "/custom/import-table",
    "/sdmx/v3/data/dataflow/DC/DF_OBS/1.0.0/*?c[variableMeasured]=Income&c[observationAbout]=geoId%2F06",
    "/sdmx/v3/availability/dataflow/DC/DF_OBS/1.0.0/*/observationAbout?c[variableMeasured]=Income",
    "/sdmx/v3/data/dataflow/DC/DF_OBS/1.0.0/*",
    "/sdmx/v3/data/dataflow/DC/OTHER/1.0.0/*?c[variableMeasured]=Income",
    ["/v2/internal/sdmx/data", { constraints: "{}" }],
    ["/v2/internal/sdmx/availability", {}],
    ["/v2/internal/sdmx/data", { constraints: {} }],
    ...["data", "availability"].map(
      (kind): Asked => [
        `/v2/internal/sdmx/${kind}`,
        {
          component: "observationAbout",
          constraints: {
            variableMeasured: { values: ["Income"] },
            observationAbout: { values: ["geoId/06", "geoId/48"] },
          },
        },
      ],
    ),
    ["/v2/internal/sdmx/availability", { component: "other", constraints: null }],
    ["/v1/recon/resolve/id", "[1"],
  ]);
});

test("the explorer's routes", async () => {
  const question = { entities: ["geoId/06", "geoId/48"], variables: ["Income"] };
  const flowing = "/explorer/api/flows?dcid=";
  await expectAnswers(import.meta.dirname, "explorer", tables["explorer"]!, [
    "/explorer/api/home",
    "/explorer/api/start",
    "/explorer/api/search?q=california",
    "/explorer/api/search?q=income&kind=variable&limit=1",
    "/explorer/api/search?q=a&type=County",
    "/explorer/api/search?limit=51",
    "/explorer/api/variables",
    "/explorer/api/variables?q=income&limit=1&offset=0",
    "/explorer/api/variables?limit=1&offset=1",
    "/explorer/api/variables?type=County",
    "/explorer/api/variables?offset=-1",
    "/explorer/api/variables?dcid=Income&dcid=geoId/06&dcid=nothing",
    "/explorer/api/groups",
    "/explorer/api/groups?parent=dc/g/Economy",
    "/explorer/api/children?place=country/USA",
    "/explorer/api/children",
    "/explorer/api/shapes?place=country/USA&type=State",
    "/explorer/api/shapes?place=geoId/06&type=County",
    "/explorer/api/shapes?place=geoId/06",
    "/explorer/api/event-types?place=geoId/06",
    "/explorer/api/events?place=geoId/06&type=FireEvent",
    "/explorer/api/events?place=geoId/06&type=FireEvent&month=2020-08",
    "/explorer/api/dates?place=country/USA&type=State&variables=Income&variables=Age",
    "/explorer/api/dates?place=country/USA&type=State",
    "/explorer/api/words?q=cal&kind=node",
    "/explorer/api/words?q=inc&kind=variable&limit=2",
    "/explorer/api/words?q=Sta&kind=type",
    "/explorer/api/words?q=na&kind=property",
    "/explorer/api/words?q=x&kind=other",
    "/explorer/api/observed?dcid=geoId/06",
    "/explorer/api/observed?dcid=geoId/06&limit=1&offset=1",
    "/explorer/api/observed?dcid=geoId/06&offset=9",
    "/explorer/api/observed?dcid=nothing",
    "/explorer/api/flows?dcid=nothing",
    "/explorer/api/children?place=Earth",
    "/explorer/api/children?place=nothing",
    "/explorer/api/observed?dcid=geoId/06&limit=101",
    "/explorer/api/groups?parent=nothing",
    "/explorer/api/search?q=zzz",
    "/explorer/api/event-types?place=nothing",
    `${flowing}Exports`,
    `${flowing}country/USA`,
    flowing,
    "/explorer/api/diagnostics",
    "/explorer/api/findings",
    "/explorer/api/findings?limit=x",
    "/explorer/api/world",
    ["/explorer/api/table", { question }],
    ["/explorer/api/table", { question, format: "csv" }],
    ["/explorer/api/table", { question: { ...question, date: "all" }, format: "parquet" }],
    ["/explorer/api/table", { question, format: "xls" }],
    ["/explorer/api/table", { question: { entities: [] } }],
    ["/explorer/api/table", {}],
    ["/explorer/api/understand", { text: "income in california" }],
    ["/explorer/api/understand", { text: "income in california", corrections: { limit: "x" } }],
    ["/explorer/api/understand", {}],
    ["/explorer/api/explain", { node: { nodes: ["nothing"], property: "->name" } }],
    ["/explorer/api/explain", { other: 1 }],
    ["/explorer/api/explain", "["],
    "/explorer/api/place/name?dcids=geoId/06",
    "/explorer/api/nothing",
  ]);
});
