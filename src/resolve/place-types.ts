/**
 * Which nodes are places, and which of a place's types is the dominant one (behaviour: resolve 3).
 */

import { Bitmap } from "../store/columns/id-sets.ts";
import type { Graph } from "../store/graph/graph.ts";
import { closure } from "../store/graph/walk.ts";
import type { TermId } from "../store/texts/dictionary.ts";
import { compareUtf8 } from "../store/texts/utf8.ts";
import type { World } from "../world/world.ts";

/** The two that outrank every place type, though nothing of these types is a place. */
const foremostTypes = ["PoliticalCampaignCmte", "Currency"];

/** The dominant type of a place is the first of these that it has. */
const placeTypes = [
  ...["Continent", "OceanicBasin", "Country", "State", "County", "City", "Town", "Village"],
  ...["School", "PublicSchool", "PrivateSchool", "ElementarySchool", "HighSchool", "MiddleSchool"],
  ...["SecondarySchool", "SchoolDistrict", "Borough", "StateComponent", "CollegeOrUniversity"],
  ...["CensusRegion", "CensusDivision", "CensusCountyDivision", "CensusZipCodeTabulationArea"],
  ...["CongressionalDistrict", "ElementarySchoolDistrict", "HighSchoolDistrict"],
  ...["EurostatNUTS1", "EurostatNUTS2", "EurostatNUTS3"],
  ...["AdministrativeArea1", "AdministrativeArea2", "AdministrativeArea3", "AdministrativeArea4"],
  ...[
    "AdministrativeArea5",
    "AdministrativeArea",
    "Neighborhood",
    "CensusCoreBasedStatisticalArea",
  ],
  ...["USMetropolitanDivision", "CommutingZone", "PowerPlant", "PowerPlantUnit", "PublicUtility"],
  ...["ElectricUtility", "CensusTract", "CensusBlockGroup", "AirQualitySite", "WaterQualitySite"],
  ...["SuperfundSite", "SuperfundMeasurementSite", "EpaReportingFacility", "EpaParentCompany"],
  ...["UDISEDistrict", "FoodEstablishment", "UDISEBlock", "IPCCPlace_50", "S2CellLevel7"],
  ...["S2CellLevel8", "S2CellLevel9", "S2CellLevel10", "S2CellLevel11", "S2CellLevel13", "Glacier"],
  ...["TideGaugeStation", "GeoGridPlace_1Deg", "GeoGridPlace_0.25Deg", "GeoGridPlace_4KM"],
  ...["ContinentalUnion", "GeoRegion", "UNGeoRegion", "ElectoralWard"],
  ...["MiddleLayerSuperOutputArea", "LowerLayerSuperOutputArea", "CensusOutputArea", "Canton"],
  ...["Commune", "Department", "District", "Division", "Emirate", "Governorate", "Island"],
  ...["Municipality", "Oblast", "Parish", "PlanningArea", "Prefecture", "Province", "Region"],
  ...["SamplingStation", "Sector", "StatisticalRegion", "UsdaSummerMealSite"],
];

const placeTypeSet: ReadonlySet<string> = new Set(placeTypes);
/** Its subclasses are types of places, too. */
const rootClass = "Place";

/** Smallest areas first: the order of the places that hold a coordinate. */
const coordinateOrder = [
  ...["AdministrativeArea5", "AdministrativeArea4", "AdministrativeArea3", "AdministrativeArea2"],
  ...["AdministrativeArea1", "EurostatNUTS3", "EurostatNUTS2", "EurostatNUTS1"],
  ...["Town", "City", "County", "State", "Country"],
];

const dominance = ranksOf([...foremostTypes, ...placeTypes]);
const coordinateRanks = ranksOf(coordinateOrder);

/** The dominant type of a node; empty when it has none that counts. */
export function dominantTypeOf(graph: Graph, node: TermId): string {
  let dominant = "";
  let best = Number.POSITIVE_INFINITY;
  for (const term of graph.typesOfSet(graph.typeSetOf(node))) {
    const type = graph.dictionary.textOf(term);
    const rank = dominance.get(type) ?? Number.POSITIVE_INFINITY;
    if (rank >= best) continue;
    best = rank;
    dominant = type;
  }
  return dominant;
}

/** Orders dominant types as places that hold a coordinate are listed; other types come last. */
export function compareDominantTypes(a: string, b: string): number {
  const last = coordinateOrder.length;
  const difference = (coordinateRanks.get(a) ?? last) - (coordinateRanks.get(b) ?? last);
  return difference || compareUtf8(a, b);
}

/**
 * Nodes that a name may mean: nodes of a known place type, of `Place` or a subclass of it as
 * loaded, and those that say where they are contained. Variables, classes and the like are not
 * places, whatever their names.
 */
export function placesOf(graph: Graph): Bitmap {
  const places = new Bitmap(graph.dictionary.nodeCount);
  addInstances(graph, places);
  const containedIn = graph.predicateOf("containedInPlace");
  if (containedIn === undefined) return places;
  const { start, end } = graph.rowsByPredicate(containedIn);
  for (let at = start; at < end; at++) places.add(graph.subjectOf(graph.rowByPredicate(at)));
  return places;
}

/**
 * The same test for one node after the other, for worlds that lie elsewhere: it reads the triples
 * of the node and of its types.
 */
export function placeTest(graph: Graph): (term: TermId) => boolean {
  const { dictionary, out } = graph;
  const containedIn = graph.predicateOf("containedInPlace");
  const subClassOf = graph.predicateOf("subClassOf");
  /** By set of types. */
  const known = new Map<number, boolean>();
  const isPlaceClass = (type: TermId): boolean => {
    if (!dictionary.isNode(type)) return false;
    const text = dictionary.textOf(type);
    if (text === rootClass || placeTypeSet.has(text)) return true;
    const root = subClassOf === undefined ? undefined : dictionary.nodeOf(rootClass);
    if (subClassOf === undefined || root === undefined) return false;
    for (const outer of closure(graph, type, "out", subClassOf, Number.POSITIVE_INFINITY)) {
      if (outer === root) return true;
    }
    return false;
  };
  return (term) => {
    const set = graph.typeSetOf(term);
    const isPlace = known.get(set) ?? graph.typesOfSet(set).some(isPlaceClass);
    known.set(set, isPlace);
    // A place for now: what questions about places need next is then fetched with it.
    if (isPlace || !graph.hasTypeSetOf(term)) return true;
    if (containedIn === undefined) return false;
    const { start, end } = out.rowsOf(term, containedIn);
    return start < end;
  };
}

function addInstances(graph: Graph, places: Bitmap): void {
  const typeOf = graph.predicateOf("typeOf");
  if (typeOf === undefined) return;
  for (const type of placeClasses(graph)) {
    const rows = graph.in.rowsOf(type, typeOf);
    const terms = graph.in.termsIn(rows);
    for (let row = rows.start; row < rows.end; row++) places.add(terms[row] as TermId);
  }
}

function placeClasses(graph: Graph): Iterable<TermId> {
  const known = [rootClass, ...placeTypes].map((type) => graph.dictionary.nodeOf(type));
  const classes = new Set(known.filter((type) => type !== undefined));
  const subClassOf = graph.predicateOf("subClassOf");
  const root = graph.dictionary.nodeOf(rootClass);
  if (subClassOf === undefined || root === undefined) return classes;
  for (const type of closure(graph, root, "in", subClassOf, Number.POSITIVE_INFINITY)) {
    classes.add(type);
  }
  return classes;
}

function ranksOf(types: readonly string[]): ReadonlyMap<string, number> {
  return new Map(types.map((type, rank) => [type, rank]));
}

/** Latest `Count_Person` of the best ranked series; undefined when nothing was counted. */
export function populationReader({
  graph,
  observations,
}: World): (place: TermId) => number | undefined {
  const variable = graph.dictionary.nodeOf("Count_Person");
  if (variable === undefined) return () => undefined;
  return (place) => {
    const series = observations.seriesOf(variable, place);
    if (series.start === series.end) return undefined;
    const value = observations.valueOf(observations.pointsOf(series.start).end - 1);
    return typeof value === "number" ? value : undefined;
  };
}
