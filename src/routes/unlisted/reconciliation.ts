/** Reconciliation: which nodes identifiers, coordinates and descriptions mean. Import tools ask it. */
import type { Commons, RelationExpression } from "../../index.ts";
import { type Fault, json, required, text, texts } from "../../router/fields.ts";
import { isObject } from "../../router/read-fields.ts";
import { compareUtf8 } from "../../store/texts/utf8.ts";
import { arcsOf, present, textsOf } from "../node-values.ts";
import { type Route, refused, rowsIn } from "../route.ts";
import { unlisted } from "../styles.ts";

const route = rowsIn(unlisted);
const post = ["POST"] as const;

const invalid = (message: string): Fault => ({ code: "invalidArgument", message });

type Message = Readonly<Record<string, unknown>>;

/** A list of objects in a message; what is something else is refused. */
export function objectsIn(name: string, value: unknown): readonly Message[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw refused("invalidArgument", `${name}: a list of objects`);
}

/** A member under either of its spellings: `sourceId`, `source_id`. */
function memberOf(message: unknown, name: string): unknown {
  if (!isObject(message)) return undefined;
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [name, snake].filter((one) => Object.hasOwn(message, one)).map((one) => message[one])[0];
}

export const textIn = (message: unknown, name: string): string => {
  const value = memberOf(message, name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** Names of properties; other texts would be read as more than a name. */
const plainName = /^[\w.-]+$/;
/** What these properties hold is searched for in `/v2/resolve`, and no identifier. */
const searched: ReadonlySet<string> = new Set(["description", "geoCoordinate", "geoCoordinates"]);

/** Values of a property of the nodes that have an identifier; those without a node are left out. */
function resolved(
  commons: Commons,
  input: string,
  output: string,
  nodes: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const isKnown = plainName.test(input) && plainName.test(output) && !searched.has(input);
  if (!isKnown || nodes.length === 0) return new Map();
  const property: RelationExpression = `<-${input}->${output}`;
  const { entities = [] } = commons.v2.resolve({ nodes, property });
  return new Map(
    entities.map(({ node, candidates = [] }) => [node, candidates.map(({ dcid }) => dcid)]),
  );
}

interface Identifiers {
  readonly input: string;
  readonly output: string;
  readonly ids: readonly string[];
}

function resolveIds(commons: Commons, { input, output, ids }: Identifiers): object {
  if (input === "" || output === "" || ids.length === 0) {
    const sent = `in_prop: ${input}, out_prop: ${output}, ids: [${ids.join(" ")}]`;
    throw refused("invalidArgument", `invalid input: ${sent}`);
  }
  const entities = Array.from(resolved(commons, input, output, ids), ([inId, outIds]) => ({
    inId,
    outIds,
  }));
  return present({ entities });
}

function resolveCoordinates(
  commons: Commons,
  { coordinates, placeTypes }: { coordinates: unknown; placeTypes: readonly string[] },
): object {
  const points = objectsIn("coordinates", coordinates).map((point, at) => {
    const degrees = (name: string): number => {
      const number = Number(point[name] ?? 0);
      if (Number.isFinite(number)) return number;
      throw refused("invalidArgument", `coordinates[${at}].${name}: a number`);
    };
    return { latitude: degrees("latitude"), longitude: degrees("longitude") };
  });
  if (points.length === 0) return {};
  const nodes = points.map(({ latitude, longitude }) => `${latitude}#${longitude}`);
  const { entities = [] } = commons.v2.resolve({ nodes, property: "<-geoCoordinate->dcid" });
  const placeCoordinates = points.map((point, at) => {
    const places = (entities[at]?.candidates ?? [])
      .map(({ dcid, dominantType = "" }) => ({ dcid, dominantType }))
      .filter((place) => placeTypes.length === 0 || placeTypes.includes(place.dominantType));
    const placeDcids = places.map(({ dcid }) => dcid);
    return present({ ...point, placeDcids, places: places.map(present) });
  });
  return { placeCoordinates };
}

/** By which properties an entity is looked up; the first whose value is known decides. */
const idProperties = [
  "dcid",
  "unDataCode",
  "geoId",
  "isoCode",
  "nutsCode",
  "wikidataId",
  "geoNamesId",
  "istatId",
  "austrianMunicipalityKey",
  "indianCensusAreaCode2011",
  "indianCensusAreaCode2001",
  "lgdCode",
  "udiseCode",
  "fips52AlphaCode",
  "countryAlpha3Code",
  "countryNumericCode",
] as const;

/** Further properties that identify a node. */
const isIdentifier = (property: string): boolean =>
  (idProperties as readonly string[]).includes(property) || /(?:Id|ID|Code)$/.test(property);

/** What is known of an entity: values by property. */
type KnownIds = ReadonlyMap<string, readonly string[]>;

function knownIds(entity: Message, sourceId: string): KnownIds {
  const ids = new Map<string, string[]>();
  const add = (property: string, value: string) => {
    if (value !== "") ids.set(property, [...(ids.get(property) ?? []), value]);
  };
  const given = memberOf(memberOf(entity, "entityIds"), "ids");
  for (const id of objectsIn("ids", given)) add(textIn(id, "prop"), textIn(id, "val"));
  const nodes = memberOf(memberOf(entity, "subGraph"), "nodes");
  const node = isObject(nodes) && Object.hasOwn(nodes, sourceId) ? nodes[sourceId] : undefined;
  const pvs = memberOf(node, "pvs");
  for (const [property, values] of Object.entries(isObject(pvs) ? pvs : {})) {
    for (const typed of objectsIn("typedValues", memberOf(values, "typedValues"))) {
      add(property, textIn(typed, "value"));
    }
  }
  return ids;
}

function resolveEntities(commons: Commons, { entities }: { entities: unknown }): object {
  const asked = objectsIn("entities", entities).map((entity) => {
    const sourceId = textIn(entity, "sourceId");
    return { sourceId, ids: knownIds(entity, sourceId) };
  });
  const found = new Map(
    idProperties.map((property) => {
      const values = asked.flatMap(({ ids }) => ids.get(property) ?? []);
      return [property, resolved(commons, property, "dcid", [...new Set(values)])] as const;
    }),
  );
  const placesOf = (ids: KnownIds): readonly string[] => {
    for (const property of idProperties) {
      const dcids = (ids.get(property) ?? []).flatMap((id) => found.get(property)?.get(id) ?? []);
      if (dcids.length > 0) return [...new Set(dcids)];
    }
    return [];
  };
  const places = asked.map(({ sourceId, ids }) => ({ sourceId, dcids: placesOf(ids) }));
  const arcs = arcsOf(commons, [...new Set(places.flatMap(({ dcids }) => dcids))], "->*");
  const idsOf = (dcid: string) =>
    [...(arcs.get(dcid) ?? [])]
      .filter(([property]) => isIdentifier(property))
      .flatMap(([prop, entries]) => textsOf(entries).map((val) => ({ prop, val })))
      .concat({ prop: "dcid", val: dcid })
      .sort((a, b) => compareUtf8(b.prop, a.prop));
  const resolvedEntities = places
    .map(({ sourceId, dcids }) => {
      // The service divides whole numbers: one of several places has the probability 0.
      const probability = dcids.length === 1 ? 1 : 0;
      const resolvedIds = dcids.map((dcid) => present({ ids: idsOf(dcid), probability }));
      return present({ sourceId, resolvedIds });
    })
    .sort((a, b) => compareUtf8(b.sourceId ?? "", a.sourceId ?? ""));
  return present({ resolvedEntities });
}

const findMax = 5000;

/** Places whose name is all of a description. */
function findEntities(commons: Commons, { entities }: { entities: unknown }): object {
  const asked = objectsIn("entities", entities).map((entity) => ({
    description: textIn(entity, "description"),
    type: textIn(entity, "type"),
  }));
  if (asked.length === 0) throw refused("invalidArgument", "empty input");
  if (asked.length > findMax) {
    const message = `exceeded max number of entities per request (${findMax}): ${asked.length}`;
    throw refused("invalidArgument", message);
  }
  const described = asked.filter(({ description }) => description !== "");
  const found = [...new Set(described.map(({ type }) => type))].flatMap((type) => {
    const ofType = described.filter((one) => one.type === type);
    const descriptions = [...new Set(ofType.map(({ description }) => description))];
    const filter = type === "" ? "" : `{typeOf:${type}}`;
    const property: RelationExpression = `<-description${filter}->dcid`;
    // A text with marks of its own is the name of no type.
    const isType = type === "" || /^[\w/.-]+$/.test(type);
    const answer = isType ? commons.v2.resolve({ nodes: descriptions, property }) : {};
    const dcids = new Map(
      answer.entities?.map(({ node, candidates = [] }) => [
        node,
        candidates.map((one) => one.dcid),
      ]),
    );
    return descriptions.map((description) => ({
      description,
      type,
      dcids: dcids.get(description),
    }));
  });
  const sorted = found.sort(
    (a, b) => compareUtf8(a.description, b.description) || compareUtf8(a.type, b.type),
  );
  return present({ entities: sorted.map(present) });
}

export const reconciliationRoutes: readonly Route[] = [
  route({
    path: "/v1/recon/resolve/id",
    methods: post,
    about: "identifiers of one kind for those of another",
    fields: { input: text("in_prop"), output: text("out_prop"), ids: texts("ids") },
    answer: resolveIds,
  }),
  route({
    path: "/v1/recon/resolve/coordinate",
    methods: post,
    about: "places that contain coordinates",
    fields: { coordinates: json("coordinates"), placeTypes: texts("place_types") },
    answer: resolveCoordinates,
  }),
  route({
    path: "/v1/recon/entity/resolve",
    methods: post,
    about: "entities by any of their identifiers",
    fields: { entities: json("entities") },
    answer: resolveEntities,
  }),
  route({
    path: "/v1/bulk/find/entities",
    methods: post,
    about: "places by their description",
    fields: { entities: required(json("entities"), invalid("empty input")) },
    answer: findEntities,
  }),
];
