/**
 * The official tool's checks of a node: names, types, required properties, with its names of
 * counters, levels and rules. One difference: another block of the node may have a required
 * property, so a property is missing only when the loaded graph lacks it.
 */

import { type Cure, type DiagnosticLevel, shown } from "../../load/bytes/diagnostics.ts";
import { ownCopy } from "../../load/bytes/native.ts";
import { addressProblem } from "../../load/values/addresses.ts";
import { isLineSlip } from "../../load/values/line-slips.ts";
import { dcidOf, isNumber, type PropertyValue } from "../../load/values/mcf-value.ts";
import { isAcceptedDate } from "../../load/values/observation-dates.ts";
import { measuredFields } from "../../stats/facet-fields.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { LintLog } from "../lint-log.ts";
import type { SourceBlock } from "../source-blocks.ts";
import { type CheckedBlock, checkCase, checkSchemaNode, valuesOf } from "./schema-checks.ts";
import {
  beginsLower,
  dcidLengthMax,
  hasPrefix,
  invalidDcid,
  isAscii,
  isDcid,
  isOlderObservation,
  isPopulation,
  isStatValue,
  longDcid,
  prefixCounter,
  prefixInDcid,
  withoutPrefix,
} from "./schema-names.ts";
import { TemplateVariables, VariableIdentities } from "./twin-variables.ts";

// Each row of a table may be about another node.
const typedMax = 200_000;

/** Nodes of which a row of a template's table says the type alone: it says so of whatever stands in its column. */
class TypedNodes {
  readonly #ofRows = new Set<string>();
  readonly #ofFiles = new Set<string>();

  check({ dcid, form, block: { values } }: SourceBlock): void {
    if (dcid === undefined) return;
    if (!values.every(({ property }) => property === "typeOf" || property === "dcid")) return;
    const nodes = form === "row" ? this.#ofRows : this.#ofFiles;
    if (nodes.size < typedMax) nodes.add(ownCopy(dcid));
  }

  has(dcid: string): boolean {
    return this.#ofRows.has(dcid) && !this.#ofFiles.has(dcid);
  }
}

export class NodeChecks {
  /** Dcids of the variables in custom folders so far. */
  readonly customVariables = new Set<string>();
  readonly templates = new TemplateVariables();
  readonly typed = new TypedNodes();
  readonly #log: LintLog;
  readonly #graph: Graph;
  readonly #variables = new VariableIdentities();
  /** Of the current block. */
  #isSound = true;

  constructor(log: LintLog, graph: Graph) {
    this.#log = log;
    this.#graph = graph;
  }

  check(source: SourceBlock): void {
    const { block, file, form } = source;
    if (form === "template") this.templates.check(source);
    else this.typed.check(source);
    this.#isSound = true;
    const checked: CheckedBlock = {
      source,
      report: (
        level,
        counter,
        message,
        line = block.line,
        suffix = undefined,
        cure = undefined,
      ) => {
        this.#isSound = false;
        const finding = {
          level,
          counter,
          line,
          message: () => `${message}: node ${shown(block.name)}`,
        };
        const cured = cure === undefined ? finding : { ...finding, cure: () => cure };
        this.#log.add(file, suffix === undefined ? cured : { ...cured, suffix });
      },
    };
    const types = valuesOf(source, "typeOf").map(({ text }) => text);
    this.#checkTypes(types, checked);
    checkDcid(checked);
    checkValues(checked);
    for (const type of new Set(types)) this.#checkType(type, checked);
  }

  #checkTypes(types: readonly string[], { source, report }: CheckedBlock): void {
    // A node with a dcid is checked in the graph, where all its blocks are one. The load reported a
    // node of a template without typeOf and dcid, which makes no rows.
    const isReported = source.form === "template" && valuesOf(source, "dcid").length === 0;
    if (types.length === 0 && source.dcid === undefined && !isReported) {
      report("error", "Sanity_MissingOrEmpty", "it has no typeOf", undefined, "typeOf");
    }
    if (types.includes("Thing") && source.form !== "custom") {
      report("error", "Sanity_TypeThing", "everything is a Thing; name a type that says more");
    }
  }

  #checkType(type: string, checked: CheckedBlock): void {
    if (type === "Class" || type === "Property") {
      const isLackingSuper =
        type === "Class" &&
        checked.source.dcid !== "Thing" &&
        this.#isMissing("subClassOf", checked.source);
      checkSchemaNode(type, isLackingSuper, checked);
    } else if (type === "StatisticalVariable") {
      const { dcid, form } = checked.source;
      // The importer of a custom folder needs a dcid only, and completes the other properties.
      if (form !== "custom") this.#checkVariable(checked);
      else if (dcid !== undefined) this.customVariables.add(ownCopy(dcid));
      // The template of a row has the line.
      if (form !== "row") checkMeasured(checked);
    } else if (type === "Provenance" || type === "Source") checkAddress(checked);
    else if (isOlderObservation(type)) this.#checkOlderObservation(checked);
    else if (isPopulation(type)) this.#checkPopulation(checked);
  }

  #checkVariable(checked: CheckedBlock): void {
    const { source, report } = checked;
    const population = this.#required("populationType", "warning", checked);
    if (population !== undefined) checkCase(population, "Upper", checked);
    const measured = this.#required("measuredProperty", "error", checked);
    // A variable without a schema measures itself, whatever its case.
    if (measured !== undefined && measured.text !== source.dcid) {
      checkCase(measured, "Lower", checked);
    }
    const statType = this.#required("statType", "error", checked);
    if (statType !== undefined && !isKnownStatType(statType.text)) {
      const message = `${shown(statType.text)} is not a known statType`;
      report("error", "Sanity_UnknownStatType", message, statType.line);
    }
    if (source.dcid === undefined && source.form === "mcf") {
      const message = "a variable needs a dcid";
      report("error", "Sanity_MissingOrEmpty", message, undefined, "dcid");
    }
    const isWhole = population !== undefined && measured !== undefined && statType !== undefined;
    if (this.#isSound && isWhole) this.#variables.check(checked);
    if (population !== undefined && measured !== undefined) {
      this.#checkDomain(measured, population, checked);
    }
  }

  /** The tool asks a server for this statement. Here a property whose domain is loaded should have it. */
  #checkDomain(measured: PropertyValue, population: PropertyValue, { report }: CheckedBlock): void {
    const { text: property, line } = measured;
    // It is no property of a thing.
    if (property === "count" || measured.kind === "column" || population.kind === "column") return;
    const classes = this.#textsOf(property, "domainIncludes");
    if (classes.length === 0 || classes.includes(population.text)) return;
    const message = `measuredProperty ${shown(property)} is described as one of ${classes.slice(0, 3).map(shown).join(", ")}, and not of populationType ${shown(population.text)}`;
    report("warning", "Existence_MissingTriple", message, line, "domainIncludes");
  }

  #checkOlderObservation(checked: CheckedBlock): void {
    const { source, report } = checked;
    const measured = this.#required("measuredProperty", "error", checked);
    if (measured !== undefined) checkCase(measured, "Lower", checked);
    this.#required("observedNode", "error", checked);
    const date = this.#required("observationDate", "error", checked);
    if (date !== undefined && date.kind !== "column" && !isAcceptedDate(date.text)) {
      const message = `the date ${shown(date.text)} is in no known form, such as 2020-07-31`;
      report("error", "Sanity_InvalidObsDate", message, date.line);
    }
    const names = new Set(source.block.values.map(({ property }) => property));
    const results = [...names].filter((name) => isStatValue(name) || name === "measurementResult");
    for (const name of results) {
      const value = this.#required(name, "error", checked);
      if (value === undefined || value.kind === "column" || name === "measurementResult") continue;
      if (isNumber(value.text.replace(/[ ,%]/g, ""))) continue;
      const message = `${name} ${shown(value.text)} is not a number`;
      report("error", "Sanity_NonDoubleObsValue", message, value.line);
    }
    if (results.length === 0) {
      report("warning", "Sanity_ObsMissingValueProp", "an Observation needs a value");
    }
  }

  #checkPopulation(checked: CheckedBlock): void {
    const population = this.#required("populationType", "error", checked);
    if (population !== undefined) checkCase(population, "Upper", checked);
    this.#required("location", "error", checked);
  }

  /**
   * The one value of a property; undefined if the block has none or several.
   */
  #required(
    property: string,
    level: DiagnosticLevel,
    { source, report }: CheckedBlock,
  ): PropertyValue | undefined {
    const values = valuesOf(source, property);
    const [first] = values;
    const other = values.find(({ text }) => text !== first?.text);
    if (other !== undefined) {
      const message = `it has one ${property}; found also ${shown(other.text)}`;
      report(level, "Sanity_MultipleVals", message, other.line, property);
      return undefined;
    }
    if (this.#isMissing(property, source)) {
      report(level, "Sanity_MissingOrEmpty", `${property} is missing`, undefined, property);
    }
    return first?.text === "" ? undefined : first;
  }

  #isMissing(property: string, source: SourceBlock): boolean {
    if (valuesOf(source, property).some(({ text }) => text !== "")) return false;
    return this.#textsOf(source.dcid, property).every((text) => text === "");
  }

  #textsOf(dcid: string | undefined, property: string): string[] {
    const { dictionary } = this.#graph;
    const node = dcid === undefined ? undefined : dictionary.nodeOf(dcid);
    return this.#graph.linked(node, property).map((term) => dictionary.textOf(term));
  }
}

function isKnownStatType(text: string): boolean {
  return isStatValue(text) || text === "measurementResult";
}

/** A variable does not say how its observations are measured: each of them does. */
function checkMeasured({ source, report }: CheckedBlock): void {
  for (const { property, text, line } of source.block.values) {
    if (!(measuredFields as readonly string[]).includes(property)) continue;
    const message = `no observation gets the ${property} ${shown(text)} of its variable: write it at the observations`;
    report("warning", "Graph_FacetOfVariable", message, line);
  }
}

function checkAddress({ source, report }: CheckedBlock): void {
  for (const { kind, text, line } of valuesOf(source, "url")) {
    const problem = kind === "column" ? undefined : addressProblem(text);
    if (problem !== undefined) report("warning", "Graph_BadUrl", `its url ${problem}`, line);
  }
}

function checkDcid({ source, report }: CheckedBlock): void {
  const { dcid } = source;
  const given = valuesOf(source, "dcid");
  // Loading reports more than one.
  if (dcid === undefined || given.some(({ text }) => text !== dcid)) return;
  const line = given[0]?.line;
  const named = dcidOf(source.block.name);
  if (line !== undefined && named && named !== dcid) {
    const problem = `the dcid ${shown(dcid)} is another one than that of its Node line, which what refers to ${shown(named)} means`;
    report("warning", "Graph_DcidNotNodeName", problem, line);
  }
  if (dcid.length > dcidLengthMax) {
    report("error", "Sanity_VeryLongDcid", longDcid(dcid), line);
  } else if (!isDcid(dcid)) {
    const [prefix] = /^\w+:(?= )/.exec(source.block.name) ?? [];
    const isName = line === undefined && prefix !== undefined && isDcid(dcid.trim());
    const [from, to] = [source.block.name, `${prefix}${dcid.trim()}`];
    const cure = isName ? { of: "value" as const, property: "Node", from, to } : undefined;
    report("error", "Sanity_InvalidChars", invalidDcid("dcid", dcid), line, "dcid", cure);
  } else if (hasPrefix(dcid)) {
    const property = line === undefined ? "Node" : "dcid";
    report(
      "error",
      prefixCounter,
      prefixInDcid("dcid", dcid),
      line,
      undefined,
      cureOf(property, dcid),
    );
  }
}

/** A column is no text either. */
function nonAscii(property: string, text: string): string {
  const cure = /^C:[^>]*->/.test(text)
    ? ": the official tool refuses such names of columns; rename it in table and template"
    : "";
  return `${property} ${shown(text)} is not a text and holds more than ASCII${cure}`;
}

function checkValues({ source, report }: CheckedBlock): void {
  // The load reports an empty reference, and does not read nodes of templates.
  const isLoaded = source.form !== "template";
  const misnamed = new Set<string>();
  checkTexts(source.block.values, report);
  checkLoneQuotes(source, report);
  for (const { property, kind, text, line } of source.block.values) {
    // Loading reports such a line.
    if (property === "dcid" || misnamed.has(property) || isLineSlip(property)) continue;
    const odd = oddProperty(property);
    if (odd !== undefined) report("error", "MCF_UnexpectedProperty", odd, line);
    else if (!beginsLower.test(property)) {
      misnamed.add(property);
      const message = `the name of property ${shown(property)} does not begin with a small letter`;
      report("error", "Sanity_NotInitLowerPropName", message, line);
      continue;
    }
    if (kind !== "text" && !isAscii(text)) {
      report("error", "Sanity_NonAsciiValueInNonText", nonAscii(property, text), line);
    }
    if (kind === "reference" && !(isLoaded && text === ""))
      checkReference(property, text, line, report);
  }
}

const angles: ReadonlyMap<string, string> = new Map([
  ["latitude", "MCF_InvalidLatitude"],
  ["longitude", "MCF_InvalidLongitude"],
]);

/** A decimal comma that parted an angle, and quotes that MCF does not know. */
function checkTexts(values: readonly PropertyValue[], report: CheckedBlock["report"]): void {
  for (const [at, { property, kind, text, line }] of values.entries()) {
    const before = values[at - 1];
    const counter = angles.get(property);
    if (counter !== undefined && before?.property === property && before.line === line) {
      const both = `${shown(before.text)} and ${shown(text)}`;
      const message = `${property} has two values, ${both}: a comma parts values; is ${shown(`${before.text}.${text}`)} meant?`;
      report("error", counter, message, line);
    }
    if (kind === "text" && otherQuotes.test(text)) {
      const message = `the quotes around ${shown(text)} are a part of ${property}: MCF takes out '"' alone`;
      report("warning", "Graph_QuotesInText", message, line);
    }
  }
}

/** The importer of a custom folder takes out quotes around a text, and no other ones. */
function checkLoneQuotes({ form, block }: SourceBlock, report: CheckedBlock["report"]): void {
  for (const { property, text, line } of form === "custom" ? block.values : []) {
    if (text.startsWith('"') === text.endsWith('"')) continue;
    const message = `the quote at one end of ${shown(text)} is a part of ${property}: is the other one missing?`;
    report("warning", "Graph_QuotesInText", message, line);
  }
}

/** Texts between quotes of typesetting, or of other languages. */
const otherQuotes =
  /^(?:'[^']+'|[\u2018\u201a][^\u2018\u2019]+[\u2018\u2019]|[\u201c\u201e][^\u201c\u201d]+[\u201c\u201d]|\u00ab[^\u00bb]+\u00bb)$/u;

/** The message for what is no property, though a colon follows it. */
function oddProperty(property: string): string | undefined {
  if (!/[;,=\s]/.test(property)) return undefined;
  return `${shown(property)} is read as a property, up to the first colon; a property and its value are parted by ':' alone, as in ${shown("typeOf: dcs:City")}`;
}

function checkReference(
  property: string,
  text: string,
  line: number,
  report: CheckedBlock["report"],
): void {
  if (!isDcid(text)) {
    report("error", "Sanity_InvalidChars", invalidDcid(property, text), line, property);
  } else if (hasPrefix(text)) {
    const message = prefixInDcid(property, text);
    report("error", prefixCounter, message, line, undefined, cureOf(property, text));
  }
}

function cureOf(property: string, from: string): Cure {
  return { of: "value", property, from, to: withoutPrefix(from) };
}
