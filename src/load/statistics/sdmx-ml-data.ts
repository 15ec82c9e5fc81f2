/** The elements of SDMX-ML data → observations: cells by the ids of their components. */

import { localName, type XmlPlace } from "../held/xml.ts";
import { type Reference, referenceIn, timePeriod } from "./named-codes.ts";

export type Cells = ReadonlyMap<string, string>;

/** What the data sets of one structure consist of: it is known when all was read once. */
export interface DataShape {
  readonly reference: Reference | undefined;
  /** All components in the order in which they were met. */
  readonly ids: Set<string>;
  /** Of series and observations, which are parts of the key for sure. */
  readonly keys: Set<string>;
  /** Components that are attributes for sure. */
  readonly attributes: Set<string>;
  /** Components that series and observations have themselves. */
  readonly own: Set<string>;
  /** Attributes of all observations that have the codes of a group. */
  readonly groups: Cells[];
}

/** Which data sets are read, and what takes their observations. */
interface Reading {
  readonly name: string;
  readonly shape: DataShape;
  readonly take: (cells: Cells) => void;
}

interface HeaderStructure {
  at: string;
  reference: Reference | undefined;
}

/** Says how data are exchanged, and is no component. */
const meta = new Set(
  "action dataScope structureRef setID validFromDate validToDate publicationYear publicationPeriod reportingBeginDate reportingEndDate type keyFamilyURI datasetID isAvailable dataProviderID dataProviderSchemeAgencyId dataProviderSchemeId".split(
    " ",
  ),
);

const holders = new Set(["DataSet", "Group", "Atts", "Series", "Obs"]);
const groupsMax = 1_000_000;

/** Of groups with codes of the same components: these, and the groups by their codes. */
type GroupsByKey = ReadonlyMap<
  string,
  readonly [ids: readonly string[], groups: Map<string, Map<string, string>>]
>;

function keyOf(ids: readonly string[], cells: Cells): string {
  return JSON.stringify(ids.map((id) => cells.get(id)));
}

function groupsByKey({ groups, own }: DataShape): GroupsByKey {
  const found = new Map<string, readonly [string[], Map<string, Map<string, string>>]>();
  for (const group of groups) {
    const ids = [...group.keys()].filter((id) => own.has(id)).sort();
    const name = ids.join();
    const [, known] = found.get(name) ?? [ids, new Map<string, Map<string, string>>()];
    const key = keyOf(ids, group);
    known.set(key, new Map([...(known.get(key) ?? []), ...group]));
    found.set(name, [ids, known]);
  }
  return found;
}

export class DataHandler {
  readonly shapes = new Map<string, DataShape>();
  readonly #reading: Reading | undefined;
  readonly #headers = new Map<string, HeaderStructure>();
  #header: HeaderStructure = { at: timePeriod, reference: undefined };
  #headerId = "";
  #name = "";
  #shape: DataShape | undefined;
  /** The cells of the elements around, the data set first. */
  readonly #open: { readonly name: string; readonly cells: Map<string, string> }[] = [];
  #component = "";
  #groups: GroupsByKey | undefined;

  /** @param reading default: shapes are found, and observations are left out. */
  constructor(reading: Reading | undefined) {
    this.#reading = reading;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (place.names[1] === "Header") this.#inHeader(name, attributes, place);
    else if (holders.has(name)) this.#enter(name, attributes, place);
    else if (this.#open.length > 0) this.#inData(name, attributes, place);
  }

  close(name: string, text: string, place: XmlPlace): void {
    if (place.names[1] === "Header") {
      if (name === "URN" || name === "Structure")
        this.#header.reference ??= referenceIn(text.trim());
      return;
    }
    if (name === "Value" && place.parent === "Comp") this.#add(this.#component, text.trim(), place);
    else if (name === "Time" && place.parent === "Obs")
      this.#put(timePeriod, text.trim(), place, true);
    if (!holders.has(name)) return;
    const { cells } = this.#open.pop()!;
    if (name === "Obs") this.#observation(cells, place);
    else if (name === "Group" || name === "Atts") this.#group(cells, place);
  }

  #inHeader(
    name: string,
    attributes: Readonly<Record<string, string>>,
    { parent }: XmlPlace,
  ): void {
    if (name === "Structure" && parent === "Header") {
      const { structureID = "", dimensionAtObservation: at = timePeriod } = attributes;
      this.#headerId = structureID;
      this.#header = { at, reference: undefined };
      this.#headers.set(this.#headerId, this.#header);
    } else if (name === "Ref") {
      const { agencyID: agency = "", id = "", version = "1.0" } = attributes;
      this.#header.reference ??= { agency, id, version };
    }
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (name === "DataSet") this.#startSet(attributes, place);
    else if (this.#open.length === 0) place.fail("stands in no data set");
    this.#open.push({ name, cells: new Map() });
    for (const [key, value] of Object.entries(attributes)) {
      if (key.includes(":") || key === "xmlns" || meta.has(key)) continue;
      this.#put(key, value, place, false);
    }
  }

  #startSet(attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    if (this.#open.length > 0) place.fail("stands in another data set");
    const said = new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
    if (said.get("action")?.toLowerCase() === "delete") {
      place.fail("says to delete observations: it holds none");
    }
    const [only] = this.#headers.size === 1 ? this.#headers.keys() : [];
    this.#name = said.get("structureRef") ?? only ?? "";
    this.#header = this.#headers.get(this.#name) ?? { at: timePeriod, reference: undefined };
    const known = this.#reading?.shape ?? this.shapes.get(this.#name);
    const { reference } = this.#header;
    const fresh = {
      ids: new Set<string>(),
      keys: new Set<string>(),
      attributes: new Set<string>(),
    };
    this.#shape = known ?? { reference, ...fresh, own: new Set<string>(), groups: [] };
    this.shapes.set(this.#name, this.#shape);
  }

  /** The generic form: ids and values of components as elements. */
  #inData(name: string, attributes: Readonly<Record<string, string>>, place: XmlPlace): void {
    const { value, id = attributes["concept"] } = attributes;
    const { parent = "" } = place;
    if (name === "Comp") this.#component = id ?? place.fail("names no component");
    else if (name === "ObsDimension") this.#put(id ?? this.#header.at, value, place, true);
    else if (name === "ObsValue") this.#put(id ?? "OBS_VALUE", value ?? "", place, false);
    else if (name === "Value" && /^(?:Series|Obs|Group)Key$/.test(parent)) {
      this.#put(id ?? place.fail("names no component"), value, place, parent !== "GroupKey");
    } else if (name === "Value" && parent === "Attributes") {
      const component = id ?? place.fail("names no component");
      this.#put(component, value, place, false);
      this.#shape?.attributes.add(component);
    }
  }

  #put(id: string, value: string | undefined, place: XmlPlace, isKey: boolean): void {
    if (value === undefined) place.fail(`says no value of ${id}`);
    const { name, cells } = this.#open.at(-1)!;
    if (cells.has(id)) place.fail(`says ${id} twice`);
    cells.set(id, value);
    this.#meet(id, name, isKey);
  }

  /** A component of several values. */
  #add(id: string, value: string, place: XmlPlace): void {
    const { name, cells } = this.#open.at(-1) ?? place.fail("stands in no data set");
    const before = cells.get(id);
    cells.set(id, before === undefined ? value : `${before}, ${value}`);
    this.#meet(id, name, false);
  }

  #meet(id: string, holder: string, isKey: boolean): void {
    const shape = this.#shape!;
    shape.ids.add(id);
    if (isKey) shape.keys.add(id);
    if (holder === "Series" || holder === "Obs") shape.own.add(id);
    if (holder === "DataSet") shape.attributes.add(id);
  }

  #group(cells: Cells, place: XmlPlace): void {
    if (this.#reading !== undefined) return;
    const { groups } = this.#shape!;
    if (groups.length >= groupsMax) place.fail("is one of too many groups");
    groups.push(cells);
  }

  #observation(own: Cells, place: XmlPlace): void {
    const reading = this.#reading;
    if (reading?.name !== this.#name) return;
    const cells = new Map<string, string>();
    for (const part of [...this.#open.map(({ cells: around }) => around), own]) {
      for (const [id, value] of part) {
        if ((cells.get(id) ?? value) !== value)
          place.fail(`says another ${id} than what is around it`);
        cells.set(id, value);
      }
    }
    this.#groups ??= groupsByKey(reading.shape);
    for (const [ids, groups] of this.#groups.values()) {
      for (const [id, value] of groups.get(keyOf(ids, cells)) ?? []) cells.set(id, value);
    }
    reading.take(cells);
  }
}
