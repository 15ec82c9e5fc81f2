/**
 * Cases of the conformance corpora that differ, the difference as the runner words it, and why we
 * accept it. A case that no longer differs, or differs otherwise, fails the run as a new one does.
 */
const order = "order of a list differs from the recorded one";

const twoStores =
  "Recorded from two stores, whose answers were joined end to end; ours come from one, in order.";
const unranked = "The recorded store does not rank facets but lists them by their first row.";
const cutSeries =
  "Facets rank by the whole series, of which the case's data hold the answered part only.";
const uncounted = "Names rank by population, of which the case's data hold none.";
const olderOrder =
  "Recorded before the order of types that follow Country was that of their names.";

const jsonStat =
  "The service refuses JSON-stat, which it can write. A server here writes it where it is asked for, unless it is exact.";

export const expectations = [
  { id: "v2.node:v2-propertyvalues-simple-locationEnum", why: order, because: twoStores },
  { id: "v2.node:v2-propertyvalues-containedin-country", why: order, because: twoStores },
  { id: "v2.node:v3-node-out_prop", why: order, because: twoStores },
  { id: "v2.observation:v2-observation-direct-2010", why: order, because: twoStores },
  { id: "v2.observation:v2-observation-direct-latest", why: order, because: cutSeries },
  { id: "v2.observation:v2-facet-series_facet-series_facet", why: order, because: twoStores },
  {
    id: "v2.observation:v2-facet-contained_in_facet-CA_County_2015",
    why: order,
    because: cutSeries,
  },
  { id: "v2.observation:v2-facet-contained_in_facet-country", why: order, because: cutSeries },
  { id: "v2.observation:v2-observation-direct-var_with_props", why: order, because: unranked },
  {
    id: "v2.observation:v2-observation-direct-var_with_propscustom",
    why: order,
    because: unranked,
  },
  { id: "v2.resolve:v2-resolve-resolve_description-city", why: order, because: uncounted },
  { id: "v2.resolve:resolve-Example-2", why: order, because: olderOrder },
  { id: "v2.resolve:resolve-Example-2:get", why: order, because: olderOrder },
  {
    id: "sdmx-01.sdmx-data.085",
    why: 'status 200, expected 400: "{\\"version\\":\\"2.0\\",\\"class\\":\\"dataset\\",\\"label\\":\\"Data Commons SDMX Query Results\\",\\"source\\":\\"Data Commons\\",\\"id\\":[\\"variableMeasured\\",\\"observationAbout\\",\\"unit\\",\\"measurementMethod\\",\\…',
    because: jsonStat,
  },
];
