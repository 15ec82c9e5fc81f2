/**
 * Nodes of a JSON-LD document → statements: the part of JSON-LD that the official exporter writes
 * (behaviour: inputs 1.2), which is nodes in a `@graph` with values, references and nodes within.
 */
import { aboutProperty, entityProperties, measuredFields } from "../../stats/facet-fields.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { observationDcid, tellFurther } from "../statements/further-properties.ts";
import type { TableRun } from "../statements/load-run.ts";
import { type Place, partsOf } from "../statements/sink.ts";
import { entityKey, facetTexts, Statements } from "../statements/statements.ts";
import { entryOf, type JsonEntry, type JsonNode } from "../values/json-text.ts";
import { isReferenceProperty } from "../values/mcf-value.ts";
import { acceptDate } from "../values/observation-dates.ts";
import { observationType, observationValue } from "../values/observation-parts.ts";
import { tooManyEntities } from "../values/several-entities.ts";

/** A value of a property: a reference to a node, or a text. */
interface Value {
  readonly kind: "link" | "text";
  readonly text: string;
  readonly line: number;
}

type Properties = Map<string, Value[]>;

const requiredProperties = ["variableMeasured", "observationDate", "value"] as const;
const provenanceKey = "provenance";
const provenanceUrl = "provenanceUrl";
/** Links that say how something was measured, not what an observation is about. */
const qualifiers: ReadonlySet<string> = new Set([
  "measurementQualifier",
  "measurementDenominator",
  "statType",
]);
const known: ReadonlySet<string> = new Set([
  ...requiredProperties,
  entityProperties,
  ...measuredFields,
  provenanceKey,
  provenanceUrl,
  "typeOf",
]);

export class LinkedNodes {
  readonly #names: Names;
  readonly #statements: Statements;
  readonly #log: FileLog;
  readonly #run: TableRun;
  readonly #provenance: string;

  /** @param provenance of what names none. */
  constructor(names: Names, run: TableRun, log: FileLog, provenance: string) {
    this.#names = names;
    this.#statements = new Statements(run.sink);
    this.#log = log;
    this.#run = run;
    this.#provenance = provenance;
  }

  /** @returns the dcid of the node; undefined if it has none, which is reported. */
  add(node: JsonNode): string | undefined {
    const { progress } = this.#run;
    if (node.kind !== "object") {
      this.#error("JsonLd_UnreadValue", node.line, "expected a node, that is an object");
      return undefined;
    }
    progress.rows += 1;
    if (progress.rows % 1024 === 0) progress.checkCancelled();
    const dcid = this.#idOf(node);
    if (dcid === undefined) return undefined;
    const properties = this.#propertiesOf(node);
    const variable = node.entries.find(({ key }) => this.#names.nameOf(key) === "variableMeasured");
    const { line } = this.#keyword(node, "@id")?.value ?? node;
    const isObservation = properties.get("typeOf")?.some(({ text }) => text === observationType);
    if (isObservation !== true) this.#write(dcid, properties, line);
    else this.#observe(dcid, { properties, named: this.#namedBy(properties, variable), line });
    return dcid;
  }

  /** The properties by which an observation is about entities, as it or its variable's object names them. */
  #namedBy(properties: Properties, variable: JsonEntry | undefined): readonly string[] {
    const own = properties.get(entityProperties) ?? [];
    const object =
      variable?.value.kind === "object" ? this.#propertiesOf(variable.value) : undefined;
    const nested = object?.get(entityProperties) ?? [];
    return [...new Set([...own, ...nested].map(({ text }) => text))];
  }

  #idOf(node: JsonNode): string | undefined {
    const id = this.#keyword(node, "@id")?.value;
    const text = id?.kind === "text" ? id.text : "";
    if (text !== "" && !text.startsWith("_:")) return this.#names.nameOf(text);
    const problem = text === "" ? "has no @id" : `is ${shown(text)}, which is nobody's dcid`;
    this.#error("JsonLd_NamelessNode", node.line, `a node ${problem}; it is not loaded`);
    return undefined;
  }

  #keyword(node: JsonNode, keyword: string): JsonEntry | undefined {
    if (node.kind !== "object") return undefined;
    return (
      entryOf(node, keyword) ?? node.entries.find(({ key }) => this.#names.nameOf(key) === keyword)
    );
  }

  #propertiesOf(node: JsonNode & { readonly kind: "object" }): Properties {
    const properties: Properties = new Map();
    for (const { key, line, value } of node.entries) {
      const property = this.#propertyOf(key, line);
      if (property === undefined) continue;
      const values = properties.get(property) ?? [];
      properties.set(property, values);
      for (const item of itemsOf(value)) {
        const read = this.#valueOf(item, property);
        if (read !== undefined && read.text !== "") values.push(read);
      }
    }
    return properties;
  }

  /** @returns undefined for what is no property; what is nothing else either is reported. */
  #propertyOf(key: string, line: number): string | undefined {
    const name = this.#names.nameOf(key);
    if (name === "@id" || name === "@context") return undefined;
    if (name === "@type") return "typeOf";
    if (name !== "" && !name.startsWith("@")) return name;
    this.#error("JsonLd_UnreadValue", line, `${shown(key)} of a node is not read`);
    return undefined;
  }

  /** @returns undefined for null, and for what cannot be read, which is reported. */
  #valueOf(node: JsonNode, property: string): Value | undefined {
    const { line } = node;
    switch (node.kind) {
      case "text": {
        // The exporter writes references among texts for these.
        const isLink = property === "typeOf" || isReferenceProperty(property);
        const text = isLink ? this.#names.nameOf(node.text) : node.text;
        return { kind: isLink ? "link" : "text", text, line };
      }
      case "number":
        return { kind: "text", text: node.text, line };
      case "boolean":
        return { kind: "text", text: String(node.value), line };
      case "object":
        return this.#objectValue(node);
      case "null":
        return undefined;
      case "list":
        this.#error("JsonLd_UnreadValue", line, `a list within a list of ${shown(property)}`);
        return undefined;
    }
  }

  #objectValue(node: JsonNode & { readonly kind: "object" }): Value | undefined {
    const literal = this.#keyword(node, "@value")?.value;
    if (literal !== undefined) {
      const isPlain = literal.kind !== "object" && literal.kind !== "list";
      const read = isPlain ? this.#valueOf(literal, "") : undefined;
      return read && { ...read, kind: "text" };
    }
    const id = this.#keyword(node, "@id")?.value;
    const isReference = node.entries.length === 1 && id?.kind === "text" && id.text !== "";
    if (isReference && !id.text.startsWith("_:")) {
      return { kind: "link", text: this.#names.nameOf(id.text), line: id.line };
    }
    const dcid = this.add(node);
    return dcid === undefined ? undefined : { kind: "link", text: dcid, line: node.line };
  }

  #write(
    dcid: string,
    properties: Properties,
    nodeLine: number,
    provenance = this.#provenance,
  ): void {
    for (const [property, values] of properties) {
      for (const { kind, text, line } of values) {
        this.#statements.at(() => this.#placeOf(line, nodeLine));
        if (kind === "link") this.#statements.link(dcid, property, text, provenance);
        else this.#statements.text(dcid, property, text, provenance);
      }
    }
  }

  #observe(dcid: string, { properties, named, line }: Observed): void {
    const first = (property: string) => properties.get(property)?.[0]?.text ?? "";
    const others = [...properties].filter(([property]) => !known.has(property));
    const entities = named.length > 0 ? entitiesBy(named, first) : linkedEntities(others);
    const about = entities.size > 0 ? [...entities.keys()] : [aboutProperty];
    const absent = [...requiredProperties, ...about].filter((property) => first(property) === "");
    for (const property of absent) {
      const message = `an observation needs ${property}; ${shown(dcid)} is not loaded`;
      this.#error("Sanity_MissingOrEmpty", line, message, property);
    }
    const doubled = about.filter((property) => hasOthers(properties.get(property) ?? []));
    for (const property of doubled) {
      const message = `an observation has one ${property}; ${shown(dcid)} is not loaded`;
      this.#error("Sanity_MultipleVals", line, message, property);
    }
    const isTooMuch = tooManyEntities(about, this.#log, line);
    if (absent.length > 0 || doubled.length > 0 || isTooMuch) return;
    const date = first("observationDate");
    const at = properties.get("value")![0]!.line;
    if (!acceptDate(date, properties.get("observationDate")![0]!.line, this.#log)) return;
    const where = () => `property 'value' of ${shown(dcid)}`;
    const value = observationValue(first("value"), { log: this.#log, line: at, where });
    const provenance = first(provenanceKey) || this.#provenance;
    const { file } = this.#log;
    this.#statements.at(() => {
      const lines = Array.from(
        properties,
        ([property, values]) => [property, values[0]?.line ?? line] as const,
      );
      return { file, line, parts: partsOf(file, lines) };
    });
    this.#statements.text(provenance, "url", first(provenanceUrl), provenance);
    const observation = {
      variable: first("variableMeasured"),
      date,
      value: value.text,
      facet: facetTexts(first),
      provenance,
    };
    this.#statements.observationAbout(entities, observation);
    const further = others.filter(([property]) => !entities.has(property));
    if (further.length === 0) return;
    for (const [property, [value]] of further)
      tellFurther(this.#log, property, value?.line ?? line);
    const entity = entityKey(entities);
    const node = observationDcid({ ...observation, entity }, dcid);
    this.#write(node, new Map(further), line, provenance);
  }

  #placeOf(line: number, nodeLine: number): Place {
    const { file } = this.#log;
    return { file, line, parts: partsOf(file, [["node", nodeLine]]) };
  }

  #error(counter: string, line: number, message: string, suffix?: string): void {
    const finding = { level: "error", counter, line, message: () => message } as const;
    this.#log.report(suffix === undefined ? finding : { ...finding, suffix });
  }
}

/** An observation's properties, and those by which it is about entities, if it names them. */
interface Observed {
  readonly properties: Properties;
  readonly named: readonly string[];
  readonly line: number;
}

/** Has a property more than one value? */
function hasOthers(values: readonly Value[]): boolean {
  return values.some(({ text }) => text !== values[0]!.text);
}

function entitiesBy(named: readonly string[], first: (property: string) => string) {
  return new Map(named.map((property) => [property, first(property)]));
}

/** Without names: what it is about by `observationAbout`, and by properties whose values are links. */
function linkedEntities(others: readonly (readonly [string, readonly Value[]])[]) {
  const about = others.find(([property]) => property === aboutProperty)?.[1][0]?.text ?? "";
  const texts = new Map<string, string>();
  const links = new Map<string, string>();
  for (const [property, values] of others) {
    const [first] = values;
    if (first === undefined || property === aboutProperty || qualifiers.has(property)) continue;
    const kind = values.some((value) => value.kind === "link") ? links : texts;
    kind.set(property, first.text);
  }
  const own: readonly [string, string][] = about === "" ? [] : [[aboutProperty, about]];
  // Without `observationAbout`, texts beside links are entities, too.
  const isAll = about === "" && links.size > 0;
  return new Map<string, string>([...own, ...links, ...(isAll ? texts : [])]);
}

/** The values of a property, of which `@list` and `@set` are no more than lists. */
function itemsOf(node: JsonNode): readonly JsonNode[] {
  const list = entryOf(node, "@list")?.value ?? entryOf(node, "@set")?.value ?? node;
  return list.kind === "list" ? list.items : [list];
}

/** What follows them is a dcid. */
const namespaces: readonly string[] = [
  "https://datacommons.org/browser/",
  "http://datacommons.org/browser/",
  "https://schema.org/",
  "http://schema.org/",
];

const usual: readonly (readonly [string, string])[] = [
  ["dcid", namespaces[0]!],
  ["dcs", namespaces[0]!],
  ["schema", namespaces[2]!],
];

/** Terms within terms are followed this far. */
const hopsMax = 10;
// Names are text of the input: what is remembered of them must have an end.
const knownMax = 10_000;

export class Names {
  /** What terms and prefixes mean: an IRI or a keyword. */
  readonly #terms = new Map<string, string>(usual);
  #vocabulary = "";
  /** What names mean that were asked for. */
  readonly #known = new Map<string, string>();

  /** @returns what of the context cannot be used. */
  addContext(context: JsonNode): string[] {
    this.#known.clear();
    if (context.kind === "list") return context.items.flatMap((item) => this.addContext(item));
    if (context.kind === "text")
      return [`the context ${context.text} is elsewhere and is not read`];
    if (context.kind !== "object") return [];
    const problems: string[] = [];
    for (const { key, value } of context.entries) {
      const target = value.kind === "object" ? entryOf(value, "@id")?.value : value;
      if (target?.kind !== "text") {
        if (!key.startsWith("@")) problems.push(`the term ${key} of the context has no @id`);
      } else if (key === "@vocab") this.#vocabulary = target.text;
      else if (!key.startsWith("@")) this.#terms.set(key, target.text);
    }
    return problems;
  }

  /**
   * Prefixes with nothing but a dcid after the colon; none where a term might be written as a
   * prefix and a name.
   */
  get plainPrefixes(): readonly string[] {
    const terms = [...this.#terms.keys()];
    if (terms.some((term) => term.includes(":"))) return [];
    return terms.filter((term) => namespaces.includes(this.#expand(term, 0)));
  }

  /** A keyword such as `@id`, or the dcid that a key or an id means. */
  nameOf(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const name = this.#read(text);
    if (this.#known.size >= knownMax) this.#known.clear();
    this.#known.set(text, name);
    return name;
  }

  #read(text: string): string {
    const whole = this.#expand(text, 0);
    if (whole.startsWith("@")) return whole;
    const namespace = namespaces.find((start) => whole.startsWith(start));
    if (namespace !== undefined) return whole.slice(namespace.length);
    // A declared prefix of somebody else's is dropped as in MCF; an IRI stays what it is.
    const prefix = this.#prefixOf(text);
    return prefix === undefined ? whole : text.slice(prefix.length + 1);
  }

  #expand(text: string, hops: number): string {
    if (hops > hopsMax || text.startsWith("@")) return text;
    const term = this.#terms.get(text);
    if (term !== undefined) return this.#expand(term, hops + 1);
    const prefix = this.#prefixOf(text);
    if (prefix !== undefined) {
      return this.#expand(this.#terms.get(prefix)!, hops + 1) + text.slice(prefix.length + 1);
    }
    if (text.includes(":") || this.#vocabulary === "") return text;
    // The vocabulary may be written with a prefix of the context.
    return this.#expand(this.#vocabulary + text, hops + 1);
  }

  #prefixOf(text: string): string | undefined {
    const colon = text.indexOf(":");
    if (colon < 0 || text.startsWith("//", colon + 1)) return undefined;
    const prefix = text.slice(0, colon);
    return this.#terms.has(prefix) ? prefix : undefined;
  }
}
