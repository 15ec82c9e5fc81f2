/**
 * Which place a node without a dcid is: by its identifiers, by its coordinate, by its name, in the
 * order of the official tool (behaviour: inputs 4.3). Where the tool asks its server, the graph
 * that is loaded answers. What the tool then gives up for is named by its first identifier: offline
 * that is the rule and not the exception.
 */

import { type Finding, shown } from "../bytes/diagnostics.ts";
import type { EntityQuestion, EntityResolver } from "../statements/entity-questions.ts";
import { isNumber, type NodeBlock } from "../values/mcf-value.ts";
import type { BlockSource } from "./block-names.ts";

/** Identifiers that a place is known by, and what its dcid begins with if it is named by one. */
const identifierProperties: ReadonlyMap<string, string> = new Map([
  ["unDataCode", "unDataCode/"],
  ["geoId", "geoId/"],
  ["isoCode", "iso/"],
  ["nutsCode", "nuts/"],
  ["wikidataId", "wikidataId/"],
  ["geoNamesId", "geoNamesId/"],
  ["istatId", "istatId/"],
  ["austrianMunicipalityKey", "austrianMunicipalityKey/"],
  ["indianCensusAreaCode2011", "indianCensusAreaCode2011/"],
  ["indianCensusAreaCode2001", "indianCensusAreaCode2001/"],
  ["lgdCode", "lgdCode/"],
  ["udiseCode", "udiseCode/"],
  ["fips52AlphaCode", "fips52AlphaCode/"],
  ["countryAlpha3Code", "country/"],
  ["countryNumericCode", "countryNumericCode/"],
]);

const anyPlace = "Place";

/** Types whose nodes the tool takes for places. */
const placeTypes: ReadonlySet<string> = new Set([
  ...[anyPlace, "Continent", "Country", "State", "Province", "County", "City", "StateComponent"],
  ...["CensusCoreBasedStatisticalArea", "USMetropolitanDivision", "CensusCountyDivision"],
  ...["CensusTract", "CensusBlockGroup", "CensusZipCodeTabulationArea", "CongressionalDistrict"],
  ...["SchoolDistrict", "ElementarySchoolDistrict", "HighSchoolDistrict", "CommutingZone"],
  ...["Borough", "Town", "Village", "Neighborhood"],
  ...["EurostatNUTS1", "EurostatNUTS2", "EurostatNUTS3", "AdministrativeArea"],
  ...["AdministrativeArea1", "AdministrativeArea2", "AdministrativeArea3", "AdministrativeArea4"],
  "AdministrativeArea5",
]);

const dcidLengthMax = 256;
// They only save questions; hostile input must not make them grow for ever.
const answersMax = 100_000;

export function isPlaceType(type: string): boolean {
  return placeTypes.has(type);
}

/** Whether a node with these properties can be looked up, if it is a place. */
export function saysWhichPlace(properties: ReadonlySet<string>): boolean {
  if (properties.has("name")) return true;
  if (properties.has("latitude") && properties.has("longitude")) return true;
  return [...properties].some((property) => identifierProperties.has(property));
}

interface Identifier {
  readonly property: string;
  readonly text: string;
  readonly line: number;
}

export class PlaceIdentities {
  readonly #resolver: EntityResolver | undefined;
  readonly #answers = new Map<string, readonly string[]>();

  /**
   * @param resolver of all that the load brings; without one every place is named by an identifier.
   */
  constructor(resolver: EntityResolver | undefined) {
    this.#resolver = resolver;
  }

  /** The dcid of a place; undefined, which is reported unless nothing says which place it is. */
  dcidOf(block: NodeBlock, source: BlockSource): string | undefined {
    const identifiers = identifiersOf(block);
    if (identifiers.length > 0) return this.#byIdentifiers(identifiers, block, source);
    const coordinate = coordinateOf(block);
    const at = { property: "geoCoordinate", type: "", text: coordinate ?? "" };
    const there = coordinate === undefined ? undefined : this.#first(at, block, source);
    if (there !== undefined) return there;
    const name = textOf(block, "name");
    if (name === undefined) return undefined;
    return this.#first(
      { property: "description", type: nameType(block), text: name },
      block,
      source,
    );
  }

  #byIdentifiers(
    identifiers: readonly Identifier[],
    block: NodeBlock,
    { log }: BlockSource,
  ): string | undefined {
    let found: (Identifier & { readonly dcid: string }) | undefined;
    const unknown: Identifier[] = [];
    for (const identifier of identifiers) {
      const dcid = this.#known(identifier);
      if (dcid === undefined) unknown.push(identifier);
      else if (found === undefined) found = { ...identifier, dcid };
      else if (found.dcid !== dcid) {
        log.report(diverging(found, { ...identifier, dcid }, block));
        return undefined;
      }
    }
    const [first] = identifiers;
    const dcid = found?.dcid ?? named(first!);
    if (dcid.length > dcidLengthMax) {
      log.report(veryLong(dcid, block));
      return undefined;
    }
    for (const identifier of unknown) log.report(unresolved(identifier, dcid));
    return dcid;
  }

  /** What has the identifier, else what is named by it. */
  #known(identifier: Identifier): string | undefined {
    const { property, text } = identifier;
    const [dcid] = this.#ask({ property, type: "", text });
    return dcid ?? this.#ask({ property: "dcid", type: "", text: named(identifier) })[0];
  }

  #first(question: EntityQuestion, block: NodeBlock, { log }: BlockSource): string | undefined {
    const [first, second] = this.#ask(question);
    if (second !== undefined) {
      const message = () =>
        `${shown(question.text)} may be ${shown(first!)} or ${shown(second)}; the first is taken`;
      const kind = { level: "info", counter: "Resolution_SeveralEntities" } as const;
      log.report({ ...kind, line: block.line, once: question.text, message });
    }
    return first;
  }

  #ask(question: EntityQuestion): readonly string[] {
    if (this.#resolver === undefined) return [];
    const key = `${question.property}\n${question.type}\n${question.text}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#resolver.resolve(question);
    if (this.#answers.size >= answersMax) this.#answers.clear();
    this.#answers.set(key, answer);
    return answer;
  }
}

function named({ property, text }: Identifier): string {
  return `${identifierProperties.get(property)}${text}`;
}

/** Those of a node, in the order in which they name a place. */
function identifiersOf({ values }: NodeBlock): Identifier[] {
  const found: Identifier[] = [];
  for (const property of identifierProperties.keys()) {
    for (const { property: own, kind, text, line } of values) {
      const isText = own === property && (kind === "text" || kind === "number") && text !== "";
      if (isText) found.push({ property, text, line });
    }
  }
  return found;
}

/** As the resolver reads it: `37.4#-122.1`. */
function coordinateOf(block: NodeBlock): string | undefined {
  const [latitude, longitude] = [degrees(block, "latitude"), degrees(block, "longitude")];
  if (latitude === undefined || longitude === undefined) return undefined;
  return `${latitude}#${longitude}`;
}

function degrees(block: NodeBlock, property: string): number | undefined {
  const text = textOf(block, property);
  if (text === undefined || !isNumber(text)) return undefined;
  const value = Number(text.replace(/[fFdD]$/, ""));
  return Number.isFinite(value) ? value : undefined;
}

function textOf({ values }: NodeBlock, wanted: string): string | undefined {
  return values.find(
    ({ property, kind, text }) =>
      property === wanted && (kind === "text" || kind === "number") && text !== "",
  )?.text;
}

/** A name alone means many things: it is looked for among the names of the node's type. */
function nameType({ values }: NodeBlock): string {
  const type = values.find(
    ({ property, text }) => property === "typeOf" && isPlaceType(text),
  )?.text;
  return type === undefined || type === anyPlace ? "" : type;
}

type Found = Identifier & { readonly dcid: string };

function diverging(one: Found, other: Found, { name, line }: NodeBlock): Finding {
  const [first, second] = one.property < other.property ? [one, other] : [other, one];
  const message = () =>
    `${first.property} ${shown(first.text)} is ${shown(first.dcid)} and ` +
    `${second.property} ${shown(second.text)} is ${shown(second.dcid)}: node ${shown(name)} is neither`;
  const counter = "Resolution_DivergingDcidsForExternalIds";
  return { level: "error", counter, suffix: `${first.property}_${second.property}`, line, message };
}

function unresolved({ property, text, line }: Identifier, dcid: string): Finding {
  const message = () =>
    `no loaded node has the ${property} ${shown(text)}; the place is loaded as ${shown(dcid)}`;
  const counter = "Resolution_UnresolvedExternalId";
  const once = `${property} ${text}`;
  return { level: "warning", counter, suffix: property, line, once, message };
}

function veryLong(dcid: string, { name, line }: NodeBlock): Finding {
  const message = () =>
    `the dcid of node ${shown(name)} would have ${dcid.length} characters; at most ${dcidLengthMax} are allowed`;
  return { level: "error", counter: "Sanity_VeryLongDcid", line, message };
}
