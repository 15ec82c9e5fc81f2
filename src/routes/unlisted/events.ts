/** `/v2/event` and `/v3/event`: fires, storms and other events at a place, and the months that have some. */
import type { Commons } from "../../index.ts";
import { type ParamsOf, required, text } from "../../router/fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import type { ArcEntry } from "../../wire.ts";
import { arcsOf, descendants, entriesOf, present, textsOf } from "../node-values.ts";
import { refused } from "../route.ts";

const missing = { code: "invalidArgument", message: "Missing required arguments" } as const;

export const eventFields = { node: required(text("node"), missing), property: text("property") };

/** Events that one place has in an answer. */
const eventsMax = 100;

/** What makes an event great, by its type; those without it are not found. */
interface Magnitude {
  readonly property: string;
  readonly unit: string;
  /** The smallest comes first. */
  readonly isAscending?: boolean;
}

const area: Magnitude = { property: "area", unit: "SquareKilometer" };
const difference: Magnitude = { property: "differenceTemperature", unit: "Celsius" };

const magnitudes: Readonly<Partial<Record<string, Magnitude>>> = {
  __proto__: null as never,
  DroughtEvent: area,
  FireEvent: area,
  WildlandFireEvent: area,
  FloodEvent: area,
  CycloneEvent: { property: "maxWindSpeed", unit: "Knot" },
  WetBulbTemperatureEvent: { property: "wetBulbTemperature", unit: "Celsius" },
  HeatTemperatureEvent: difference,
  ColdTemperatureEvent: { ...difference, isAscending: true },
};

/** The property that says how great an event of a type is; empty where none does. */
export const measureOf = (type: string): string => magnitudes[type]?.property ?? "";

/** Bounds, both of which belong to what is wanted. */
interface EventFilter {
  readonly property: string;
  readonly lower: number;
  readonly upper: number;
  readonly unit: string;
}

interface EventQuestion {
  readonly type: string;
  /** The month; undefined where the question is which months there are. */
  readonly month: string | undefined;
  readonly filter: EventFilter | undefined;
}

/** Versions differ in how they refuse a property. */
export const eventsAt =
  (version: 2 | 3) =>
  (commons: Commons, { node, property }: ParamsOf<typeof eventFields>): object => {
    const question = questionOf(property, version);
    if (question.month === undefined) {
      return { eventCollectionDate: present({ dates: monthsOf(commons, node, question.type) }) };
    }
    const events = eventsIn(commons, node, question);
    const provenances = [...new Set(events.map(({ provenanceId }) => provenanceId ?? ""))];
    const provenanceInfo = infoOf(
      commons,
      provenances.filter((provenance) => provenance !== ""),
    );
    const hasInfo = Object.keys(provenanceInfo).length > 0;
    return { eventCollection: present({ events, ...(hasInfo && { provenanceInfo }) }) };
  };

/** Months with events of a type at a place, ascending. */
export function monthsOf(commons: Commons, place: string, type: string): string[] {
  const found = foundAt(commons, place, { type, month: undefined });
  return [...new Set(found.flatMap(({ months }) => months))].sort(compareUtf8);
}

/** Events of a type at a place in a month, with their values. */
export function eventsIn(
  commons: Commons,
  place: string,
  { filter, ...wanted }: EventQuestion,
): DescribedEvent[] {
  const dcids = foundAt(commons, place, wanted).map(({ dcid }) => dcid);
  const arcs = arcsOf(commons, dcids, "->*");
  return dcids
    .map((dcid) => ({ dcid, values: arcs.get(dcid) ?? new Map<string, readonly ArcEntry[]>() }))
    .filter(({ values }) => filter === undefined || isWithin(values, filter))
    .map(({ dcid, values }) => describedEvent(dcid, values));
}

/** Types of events at a place, with their numbers, most first. */
export function eventTypesAt(
  commons: Commons,
  place: string,
): { readonly type: string; readonly count: number }[] {
  const { graph } = commons.engine;
  const { dictionary } = graph;
  const typesIn = (places: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const node of namersOf(commons, places)) {
      for (const type of graph.typesOfSet(graph.typeSetOf(node))) {
        const name = dictionary.textOf(type);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  };
  const named = typesIn([place]);
  const counts = named.size > 0 ? named : typesIn(placesWithin(commons, place));
  return [...counts]
    .map(([type, count]) => ({ type, count }))
    .sort((a, b) => b.count - a.count || compareUtf8(a.type, b.type));
}

/** A relation of one or two arcs; its names are keywords and not properties. */
const form = /^<-location\{([^{}]*)\}(->date)?$/;

/** @throws CommonsError for any other text, and for bounds that are none */
function questionOf(property: string, version: 2 | 3): EventQuestion {
  const [, within, wantsMonths] = form.exec(property.replace(/\s+/g, "")) ?? [];
  const pairs = within?.split(",").map((pair): [string, string] => {
    const [, key = "", value = ""] = /^([^:]+):(.+)$/.exec(pair) ?? [];
    return [key, value];
  });
  const { typeOf: type, date, ...others } = Object.fromEntries(pairs ?? []);
  const [further, ...more] = Object.entries(others);
  if (type === undefined || further?.[0] === "" || more.length > 0) {
    const what = version === 2 ? "invalid property" : "unsupported event request property";
    throw refused("invalidArgument", `${what}: ${property}`);
  }
  if (wantsMonths !== undefined) return { type, month: undefined, filter: undefined };
  if (date === undefined) throw refused(missing.code, missing.message);
  const filter = further === undefined ? undefined : filterOf(...further, version);
  return { type, month: date, filter };
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const numberIn = (text: string): number => (decimal.test(text) ? Number(text) : Number.NaN);

function filterOf(property: string, written: string, version: 2 | 3): EventFilter {
  const parts = written.split("#");
  const [lower = "", upper = "", unit = ""] = parts;
  const bounds = { lower: numberIn(lower), upper: numberIn(upper) };
  const fault =
    (parts.length !== 3 && `invalid event filter: ${written}`) ||
    (Number.isNaN(bounds.lower) && `invalid event filter lower limit: ${lower}`) ||
    (Number.isNaN(bounds.upper) && `invalid event filter upper limit: ${upper}`);
  if (fault) throw refused(version === 2 ? "invalidArgument" : "unknown", fault);
  return { property, ...bounds, unit };
}

interface FoundEvent {
  readonly dcid: string;
  readonly months: readonly string[];
  readonly magnitude: number;
}

/**
 * Events of a type that affect a place, in the wanted month: the greatest hundred, or the first hundred by dcid.
 * If none names the Earth or a continent, those of what is in it, all of them by dcid.
 */
function foundAt(
  commons: Commons,
  place: string,
  question: Omit<EventQuestion, "filter">,
): readonly FoundEvent[] {
  const { type, month } = question;
  const measure = month === undefined ? undefined : magnitudes[type];
  const named = eventsOf(commons, [place], question, measure);
  if (named.length === 0) {
    return eventsOf(commons, placesWithin(commons, place), question, undefined);
  }
  const greatestFirst = named.sort((a, b) => b.magnitude - a.magnitude);
  return month === undefined ? named : greatestFirst.slice(0, eventsMax);
}

/** What events anywhere name, and events on a continent; nothing for other places. */
function placesWithin(commons: Commons, place: string): readonly string[] {
  if (place === "Earth") return descendants(commons, place, "[Country,OceanicBasin]");
  const types = textsOf(entriesOf(commons, [place], "->", "typeOf").get(place));
  return types.includes("Continent") ? descendants(commons, place, "Country") : [];
}

/** Nodes that name any of the places as affected, each once, by dcid. */
function namersOf(commons: Commons, places: readonly string[]): readonly number[] {
  const { graph } = commons.engine;
  const affected = graph.predicateOf("affectedPlace");
  if (affected === undefined) return [];
  return commons.governed((governor) => {
    const nodes = places.flatMap((place) => {
      const node = graph.dictionary.nodeOf(place);
      const found = node === undefined ? [] : graph.valuesOf(node, affected, "in");
      governor.rows(found.length);
      return found;
    });
    // Ids have the order of dcids.
    return [...new Set(nodes)].sort((a, b) => a - b);
  });
}

/** Events that name any of the places, each once, by dcid. */
function eventsOf(
  commons: Commons,
  places: readonly string[],
  { type, month }: Omit<EventQuestion, "filter">,
  measure: Magnitude | undefined,
): FoundEvent[] {
  const { graph } = commons.engine;
  const { dictionary } = graph;
  const typeNode = dictionary.nodeOf(type);
  const typeOf = graph.predicateOf("typeOf");
  if (typeNode === undefined || typeOf === undefined) return [];
  const textsAt = (node: number, property: string): string[] =>
    graph.linked(node, property).map((one) => dictionary.textOf(one));
  const magnitudeOf = (node: number): number => {
    if (measure === undefined) return 0;
    const [written = ""] = textsAt(node, measure.property);
    const size = sizeOf(written, measure.unit);
    return measure.isAscending === true ? -size : size;
  };
  return namersOf(commons, places).flatMap((node): FoundEvent[] => {
    if (!graph.has(node, typeOf, typeNode)) return [];
    const months = textsAt(node, "startDate").map((date) => date.slice(0, 7));
    if (month !== undefined && !months.includes(month)) return [];
    const magnitude = magnitudeOf(node);
    if (Number.isNaN(magnitude)) return [];
    return [{ dcid: dictionary.textOf(node), months, magnitude }];
  });
}

/** `SquareKilometer2.5` → 2.5. */
function sizeOf(written: string, unit: string): number {
  return numberIn((written.startsWith(unit) ? written.slice(unit.length) : written).trim());
}

type Values = ReadonlyMap<string, readonly ArcEntry[]>;

/** @throws CommonsError for a value that is no number of the filter's unit */
function isWithin(values: Values, { property, lower, upper, unit }: EventFilter): boolean {
  const [written] = textsOf(values.get(property));
  if (written === undefined) return false;
  const size = sizeOf(written, unit);
  if (!Number.isNaN(size)) return size >= lower && size <= upper;
  throw refused(
    "unknown",
    `strconv.ParseFloat: parsing ${JSON.stringify(written)}: invalid syntax`,
  );
}

/** Properties that an event has elsewhere than among its values. */
const apart: ReadonlySet<string> = new Set([
  "affectedPlace",
  "startDate",
  "startLocation",
  "provenance",
  "typeOf",
]);

type DescribedEvent = ReturnType<typeof describedEvent>;

function describedEvent(dcid: string, values: Values) {
  const places = textsOf(values.get("affectedPlace"));
  const named = [...values].filter(([property]) => !apart.has(property));
  const entries = [...values.values()].flat();
  const provenanceId = entries.findLast((entry) => entry.provenanceId !== undefined)?.provenanceId;
  return {
    ...present({
      places: places.filter((place) => !place.startsWith("s2CellId/")),
      geoLocations: textsOf(values.get("startLocation")).flatMap(locationOf),
      dates: textsOf(values.get("startDate")),
    }),
    propVals: Object.fromEntries(
      named.map(([property, entries]) => [property, { vals: textsOf(entries) }]),
    ),
    dcid,
    ...present({ provenanceId }),
  };
}

/** `latLong/814251_-994651`: degrees, with five decimals. */
function locationOf(place: string) {
  const [, latitude, longitude] = /^latLong\/(-?\d+)_(-?\d+)$/.exec(place) ?? [];
  if (latitude === undefined) return [];
  const degrees = (text = "") => Number(text) / 1e5;
  const point = present({ latitude: degrees(latitude), longitude: degrees(longitude) });
  return [{ point }];
}

function infoOf(commons: Commons, provenances: readonly string[]): Record<string, object> {
  const arcs = arcsOf(commons, provenances, "->[name, url, domain]");
  return Object.fromEntries(
    provenances.map((provenance) => {
      const first = (property: string) => textsOf(arcs.get(provenance)?.get(property))[0];
      const provenanceUrl = first("url");
      const domain = first("domain") ?? domainOf(provenanceUrl ?? "");
      return [provenance, present({ importName: first("name"), provenanceUrl, domain })];
    }),
  );
}

/** The last two labels of the host. */
function domainOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.split(".").slice(-2).join(".") : "";
}
