/**
 * Lines and statements of RDF, as texts → statements of a sink. The graph of a quad is its provenance; blank nodes stand for
 * observations, whose statements follow each other, as our own export writes them.
 */
import {
  aboutProperty,
  entityProperties,
  facetOfTexts,
  sourceFields,
} from "../../stats/facet-fields.ts";
import { type FileLog, shown } from "../bytes/diagnostics.ts";
import { ownCopy } from "../bytes/native.ts";
import { KnownFacets } from "../records/known-cells.ts";
import { observationDcid, tellFurther } from "../statements/further-properties.ts";
import { partsOf, type Sink } from "../statements/sink.ts";
import { aboutIds, entityKey } from "../statements/statements.ts";
import { acceptDate } from "../values/observation-dates.ts";
import { observationType, observationValue } from "../values/observation-parts.ts";
import { tooManyEntities } from "../values/several-entities.ts";
import { parseRdfLine, type RdfStatement } from "./rdf-line.ts";

/** Statements about the blank node that is being read. */
interface BlankNode {
  readonly label: string;
  readonly line: number;
  readonly graph: string;
  /** The first object of each property. */
  readonly values: Map<string, string>;
  /** Where they stand. */
  readonly lines: Map<string, number>;
  /** The names of the properties by which it is about entities. */
  readonly named: Set<string>;
  /** Of other properties. */
  readonly further: { readonly statement: RdfStatement; readonly line: number }[];
  /** A line about it is not UTF-8. */
  isDamaged: boolean;
}

function blankNode(label: string, line: number, graph: string): BlankNode {
  const [values, lines] = [new Map<string, string>(), new Map<string, number>()];
  return { label, line, graph, values, lines, named: new Set(), further: [], isDamaged: false };
}

const requiredProperties = ["variableMeasured", aboutProperty, "observationDate", "value"] as const;

const known: ReadonlySet<string> = new Set([...requiredProperties, "typeOf", ...sourceFields]);

export class RdfReader {
  readonly #fileProvenance: () => number;
  readonly #sink: Sink;
  readonly #log: FileLog;
  readonly #facets = new KnownFacets();
  #blank: BlankNode | undefined;

  constructor(fileProvenance: () => number, sink: Sink, log: FileLog) {
    this.#fileProvenance = fileProvenance;
    this.#sink = sink;
    this.#log = log;
  }

  /** Of the blank node about which more lines may follow. */
  get openLabel(): string | undefined {
    return this.#blank?.label;
  }

  /** True for a line that holds a statement. */
  line(line: string, number: number): boolean {
    const start = line.trimStart();
    if (start === "" || start.startsWith("#")) return false;
    const statement = parseRdfLine(line);
    if (statement === undefined) {
      this.#error("RDF_MalformedStatement", number, `expected a statement, found ${shown(line)}`);
      return false;
    }
    this.statement(statement, number);
    return true;
  }

  /** A line that is not UTF-8, which is reported: the blank node that it is about is left out. */
  leaveOut(line: string): void {
    const label = /^\s*_:(\S+)/.exec(line)?.[1];
    if (label === undefined) return;
    if (this.#blank?.label !== label) {
      this.end();
      this.#blank = blankNode(label, 0, "");
    }
    this.#blank.isDamaged = true;
  }

  statement(statement: RdfStatement, line: number): void {
    if (statement.subject.kind === "blank") this.#addToBlank(statement, line);
    else this.#triple(statement, line);
  }

  end(): void {
    const blank = this.#blank;
    this.#blank = undefined;
    if (blank !== undefined && !blank.isDamaged) this.#observation(blank);
  }

  #triple({ subject, predicate, object, graph }: RdfStatement, line: number): void {
    const sink = this.#sink;
    if (subject.text === "" || predicate === "" || (object.kind === "node" && object.text === "")) {
      this.#error("RDF_MalformedStatement", line, "an IRI names no dcid; statement not loaded");
      return;
    }
    if (object.kind === "blank") {
      this.#error(
        "RDF_BlankNode",
        line,
        "only observations may be blank nodes; statement not loaded",
      );
      return;
    }
    sink.at?.({ file: this.#log.file, line });
    const [from, by] = [sink.node(subject.text), sink.node(predicate)];
    const provenance = this.#provenanceOf(graph);
    if (object.kind === "node") sink.link(from, by, sink.node(object.text), provenance);
    else sink.attribute(from, by, sink.literal(object.text), provenance);
  }

  #addToBlank(statement: RdfStatement, line: number): void {
    const { subject, predicate, object, graph } = statement;
    if (this.#blank?.label !== subject.text) {
      this.end();
      this.#blank = blankNode(subject.text, line, graph);
    }
    const { values, lines, named, further } = this.#blank!;
    if (predicate === entityProperties) named.add(object.text);
    else if (!known.has(predicate)) further.push({ statement, line });
    else if (values.has(predicate) && values.get(predicate) !== object.text) {
      const message = `an observation has one ${predicate}; found also ${shown(object.text)}`;
      this.#error("Sanity_MultipleVals", line, message, predicate);
    } else {
      values.set(predicate, object.text);
      if (!lines.has(predicate)) lines.set(predicate, line);
    }
  }

  #observation({ graph, line, values, lines, named, further }: BlankNode): void {
    if (values.get("typeOf") !== observationType) {
      this.#error("RDF_BlankNode", line, "only observations may be blank nodes; node not loaded");
      return;
    }
    const text = (property: string): string => values.get(property) ?? "";
    const names = named.size === 0 ? [aboutProperty] : [...named];
    for (const { statement } of further) {
      if (named.has(statement.predicate)) values.set(statement.predicate, statement.object.text);
    }
    const required = requiredProperties.filter((property) => property !== aboutProperty);
    const absent = [...required, ...names].filter((property) => text(property) === "");
    for (const property of absent) {
      const message = `an observation needs ${property}; not loaded`;
      this.#error("Sanity_MissingOrEmpty", line, message, property);
    }
    if (tooManyEntities(names, this.#log, line) || absent.length > 0) return;
    const sink = this.#sink;
    const date = text("observationDate");
    if (!acceptDate(date, lines.get("observationDate"), this.#log)) return;
    const where = () => "property 'value'";
    const place = { log: this.#log, line: lines.get("value"), where };
    const value = observationValue(text("value"), place);
    const { file } = this.#log;
    sink.at?.({ file, line, parts: partsOf(file, lines) });
    const entities = new Map(names.map((name) => [name, text(name)]));
    const about = aboutIds(sink, this.#facetOf(graph, text), entities);
    const variable = text("variableMeasured");
    sink.observation(sink.node(variable), about.entity, about.facet, sink.date(date), value.text);
    const entity = entityKey(entities);
    const identity = { variable, entity, date, value: value.text, facet: facetOfTexts(text) };
    for (const { statement, line: at } of further) {
      if (entities.has(statement.predicate)) continue;
      tellFurther(this.#log, ownCopy(statement.predicate), at);
      const subject = { kind: "node" as const, text: observationDcid(identity) };
      this.#triple({ ...statement, subject }, line);
    }
  }

  #facetOf(graph: string, textOf: (property: string) => string): number {
    return this.#facets.of(JSON.stringify([graph, ...sourceFields.map(textOf)]), () =>
      this.#sink.facet({ provenance: this.#provenanceOf(graph), ...facetOfTexts(textOf) }),
    );
  }

  #provenanceOf(graph: string): number {
    return graph === "" ? this.#fileProvenance() : this.#sink.node(graph);
  }

  #error(counter: string, line: number, message: string, suffix?: string): void {
    const finding = { level: "error", counter, line, message: () => message } as const;
    this.#log.report(suffix === undefined ? finding : { ...finding, suffix });
  }
}
