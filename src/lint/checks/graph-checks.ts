/**
 * Checks that need the whole graph: types, variables, roles in observations, names of properties.
 */

import { shown } from "../../load/bytes/diagnostics.ts";
import { isObservationDcid } from "../../load/statements/further-properties.ts";
import { hasSameLetters, slipOf } from "../../load/values/slips.ts";
import { proposedMark } from "../../search/proposed-mark.ts";
import { Bitmap } from "../../store/columns/id-sets.ts";
import type { PredicateId } from "../../store/graph/arc-table.ts";
import type { Graph } from "../../store/graph/graph.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import { type CheckedWorld, hasStatements } from "../checked-world.ts";
import type { LintLog, WorldLog } from "../lint-log.ts";
import { checkCycles } from "./cycle-checks.ts";
import { EntityChecks } from "./entity-checks.ts";
import { ExpectedNodes } from "./expected-nodes.ts";
import { checkImpliedTypes } from "./implied-types.ts";
import { ReferenceChecks, ResultChecks } from "./reference-checks.ts";
import { beginsLower, commonProperties } from "./schema-names.ts";
import { checkSlips } from "./slip-checks.ts";
import { checkTexts } from "./text-checks.ts";
import { checkTwins, type RepeatedVariable } from "./twin-variables.ts";

/** So many names stand in a message. */
const namesMax = 3;

/** What the blocks of nodes say, beside the graph. */
interface CheckedNodes {
  /** Dcids of variables in MCF files of custom folders. */
  readonly customVariables: ReadonlySet<string>;
  readonly templates: { readonly repeated: readonly RepeatedVariable[] };
  /** Nodes of which a row of a template's table says the type alone. */
  readonly typed: { has(dcid: string): boolean };
}

/**
 * @param given provenances that a caller or a manifest gave to files.
 */
export function checkGraph(
  worlds: CheckedWorld,
  { customVariables, templates, typed }: CheckedNodes,
  given: ReadonlySet<string>,
  log: LintLog,
): void {
  checkTypes(worlds, log);
  checkTexts(worlds, log);
  checkCycles(worlds, log);
  checkTwins(new Set([...customVariables, ...worlds.madeVariables()]), worlds, log);
  const unobserved = checkVariables(worlds, log);
  reportCopied(templates.repeated, unobserved, log);
  checkRoles(worlds, log);
  const misspelt = checkProperties(worlds, log);
  checkSlips(worlds, log);
  checkImpliedTypes(worlds, log);
  const expected = new ExpectedNodes(worlds);
  new EntityChecks(worlds, expected, typed, log).check();
  const checkReferences = (to: WorldLog): void => {
    new ReferenceChecks(worlds, expected, to, { given, misspelt }).check();
    new ResultChecks(worlds, expected, to).check();
  };
  // The missing nodes of each kind are counted before anything is reported.
  checkReferences({ addToWorld: () => undefined });
  expected.settle();
  checkReferences(log);
  expected.reportMissing(log);
}

/** Reports nodes without a type: no question for a type finds them. */
function checkTypes(worlds: CheckedWorld, log: LintLog): void {
  const { graph, observations } = worlds.own;
  const { dictionary } = graph;
  const provenances = new Set<TermId>(graph.provenances);
  for (const { provenanceId } of observations.facets) {
    provenances.add(dictionary.nodeOf(provenanceId) ?? -1);
  }
  for (let node = 0; node < dictionary.nodeCount; node++) {
    // The loader makes the provenances of files.
    if (!hasStatements(graph, node) || provenances.has(node) || hasType(worlds, node)) continue;
    const dcid = dictionary.textOf(node);
    // An observation needs no type: only its further properties are statements.
    if (isObservationDcid(dcid) || isTypelessObservation(graph, node)) continue;
    log.addToWorld({
      level: "error",
      counter: "Sanity_MissingOrEmpty",
      suffix: "typeOf",
      message: () => `node ${shown(dcid)} has no typeOf`,
      target: () => ({ about: "node", node: dcid }),
    });
  }
}

/** The load reported it with what its block lacks. */
function isTypelessObservation(graph: Graph, node: TermId): boolean {
  return graph.linked(node, "variableMeasured").length > 0;
}

function hasType(worlds: CheckedWorld, node: TermId): boolean {
  const inAll = worlds.inAll(node);
  return inAll !== undefined && worlds.all.graph.typeSetOf(inAll) !== 0;
}

/**
 * Reports variables without observations, when there are any observations.
 * @returns the first few of them.
 */
function checkVariables(worlds: CheckedWorld, log: LintLog): string[] {
  const unobserved: string[] = [];
  const { graph } = worlds.own;
  const type = graph.dictionary.nodeOf("StatisticalVariable");
  const typeOf = graph.predicateOf("typeOf");
  if (worlds.all.observations.pointCount === 0 || type === undefined || typeOf === undefined)
    return unobserved;
  const { start, end } = graph.in.rowsOf(type, typeOf);
  let before: TermId | undefined;
  for (let row = start; row < end; row++) {
    const variable = graph.in.terms[row]!;
    if (variable === before) continue;
    before = variable;
    checkProposed(variable, worlds, log);
    if (isObserved(worlds, variable)) continue;
    const dcid = graph.dictionary.textOf(variable);
    if (unobserved.length < namesMax) unobserved.push(dcid);
    log.addToWorld({
      level: "info",
      counter: "Graph_VariableWithoutObservations",
      message: () => `variable ${shown(dcid)} has no observations`,
      target: () => ({ about: "node", node: dcid }),
    });
  }
  return unobserved;
}

/** Two nodes of a template measure one variable, and another one has no observations: the node was copied. */
function reportCopied(
  repeated: readonly RepeatedVariable[],
  unobserved: readonly string[],
  log: LintLog,
): void {
  if (unobserved.length === 0) return;
  const names = unobserved.map(shown).join(" or ");
  for (const { file, line, entity, variable, firstLine } of repeated) {
    const message = () =>
      `node ${shown(entity)} measures ${shown(variable)}, as the node in line ${firstLine} does, and a variable that is described has no observations; is ${names} meant?`;
    const kind = { level: "warning", counter: "Graph_VariableWithoutObservations" } as const;
    log.add(file, { ...kind, line, message });
  }
}

/** Reports properties that nobody has looked at yet. */
function checkProposed(variable: TermId, worlds: CheckedWorld, log: LintLog): void {
  const proposed = worlds
    .textsOf(variable, "description")
    .find((text) => text.startsWith(proposedMark));
  if (proposed === undefined) return;
  const dcid = worlds.own.graph.dictionary.textOf(variable);
  const properties = proposed.slice(proposedMark.length).trim().split(".", 1)[0];
  log.addToWorld({
    level: "info",
    counter: "Graph_ProposedVariable",
    message: () =>
      `of variable ${shown(dcid)} ${properties} are only proposed: check them, then remove the description`,
    target: () => ({ about: "node", node: dcid }),
  });
}

function isObserved(worlds: CheckedWorld, variable: TermId): boolean {
  const inAll = worlds.inAll(variable);
  return inAll !== undefined && worlds.all.observations.seriesCountOf(inAll) > 0;
}

const variableType = "StatisticalVariable";
const question = "are the columns of variables and entities exchanged?";

/**
 * Reports variables with another type, and entities that are variables, each once: columns were
 * exchanged, or an id belongs to another node.
 */
function checkRoles(worlds: CheckedWorld, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const entities = new Bitmap(graph.dictionary.nodeCount);
  const variables = new Set(observations.variables);
  /** Series about nodes that are variables, too. */
  const aboutVariables = new Map<TermId, number>();
  const roles = new RoleLog(log);
  for (const variable of observations.variables) checkVariable(variable, worlds, log, roles);
  for (let series = 0; series < observations.seriesCount; series++) {
    const entity = observations.entityOf(series);
    if (variables.has(entity)) {
      aboutVariables.set(entity, (aboutVariables.get(entity) ?? 0) + 1);
    }
    if (entities.has(entity)) continue;
    entities.add(entity);
    checkEntity(entity, worlds, roles);
  }
  for (const [node, count] of aboutVariables) {
    // The rarer use of an undescribed node is the slip.
    const isSlip = count < observations.seriesCountOf(node);
    if (isSlip && worlds.textsOf(node, "typeOf").length === 0) {
      reportEntity(node, "which other rows have as their variable", worlds, roles);
    }
  }
  roles.end(observations.seriesCount);
}

/** The share of all series that says that whole columns are exchanged, and not rows. */
const columnShare = 0.9;
const examplesMax = 3;

const roleCounters = {
  variableMeasured: "Graph_VariableOfOtherType",
  observationAbout: "Graph_VariableAsEntity",
} as const;

interface Role {
  /** The property whose column it is in. */
  readonly about: keyof typeof roleCounters;
  readonly name: string;
  readonly what: string;
}

/** Findings about exchanged columns: each for itself or, if all columns are exchanged, one of each kind. */
class RoleLog {
  readonly #log: WorldLog;
  readonly #roles: Role[] = [];
  /** Series with a variable that is none. */
  #series = 0;

  constructor(log: WorldLog) {
    this.#log = log;
  }

  add(role: Role, series = 0): void {
    this.#roles.push(role);
    this.#series += series;
  }

  end(seriesCount: number): void {
    const isColumn = this.#series > 1 && this.#series >= columnShare * seriesCount;
    const ofColumn = (property: Role["about"]) =>
      this.#roles.filter(({ about }) => about === property);
    const kinds = isColumn
      ? [ofColumn("variableMeasured"), ofColumn("observationAbout")]
      : this.#roles.map((role) => [role]);
    for (const [first, ...others] of kinds) {
      if (first !== undefined) this.#report(first, others, isColumn);
    }
  }

  #report(role: Role, others: readonly Role[], isColumn: boolean): void {
    const { about, name, what } = role;
    const count = 1 + others.length;
    const examples = [role, ...others].slice(0, examplesMax).map((one) => shown(one.name));
    const all = count === 1 ? "" : ` So it is for ${count}: ${examples.join(", ")} …`;
    const message = () => `${about} of observations is ${shown(name)}, ${what}; ${question}${all}`;
    const target = () => ({ about, name, isColumn });
    this.#log.addToWorld(
      { level: "warning", counter: roleCounters[about], message, target },
      count,
    );
  }
}

function checkVariable(node: TermId, worlds: CheckedWorld, log: WorldLog, roles: RoleLog): void {
  const [type, ...others] = worlds.textsOf(node, "typeOf");
  if (type === undefined || [type, ...others].includes(variableType)) return;
  const { graph } = worlds.own;
  const name = graph.dictionary.textOf(node);
  const isTypeWrong = graph.linked(node, "typeOf").length > 0 && isAboutOthers(node, worlds);
  const about = "variableMeasured";
  const what = `which is of type ${shown(type)} and not a ${variableType}`;
  if (!isTypeWrong) {
    roles.add({ about, name, what }, worlds.own.observations.seriesCountOf(node));
    return;
  }
  log.addToWorld({
    level: "warning",
    counter: roleCounters[about],
    message: () => `${about} of observations is ${shown(name)}, ${what}; is its typeOf right?`,
    target: () => ({ about: "statement", subject: name, predicate: "typeOf" }),
  });
}

/** Whether its observations are about nodes with another type than a variable: its column is the right one. */
function isAboutOthers(variable: TermId, worlds: CheckedWorld): boolean {
  const { observations } = worlds.own;
  const { start } = observations.seriesOfVariable(variable);
  const types = worlds.textsOf(observations.entityOf(start), "typeOf");
  return types.length > 0 && !types.includes(variableType);
}

function checkEntity(node: TermId, worlds: CheckedWorld, roles: RoleLog): void {
  if (!worlds.textsOf(node, "typeOf").includes(variableType)) return;
  reportEntity(node, `which is a ${variableType}`, worlds, roles);
}

function reportEntity(node: TermId, what: string, worlds: CheckedWorld, roles: RoleLog): void {
  const name = worlds.own.graph.dictionary.textOf(node);
  roles.add({ about: "observationAbout", name, what });
}

/**
 * Reports properties that are probably misspelt: almost a common one, and described nowhere.
 * @returns them
 */
function checkProperties(worlds: CheckedWorld, log: WorldLog): Set<TermId> {
  const misspelt = new Set<TermId>();
  const { graph } = worlds.own;
  const { dictionary } = graph;
  for (const [predicate, node] of graph.predicates.entries()) {
    if (worlds.isDescribed(node)) continue;
    const name = dictionary.textOf(node);
    const meant = meantBy(name);
    const subject = meant === undefined ? undefined : firstSubject(worlds, predicate, node);
    if (subject === undefined) continue;
    const dcid = dictionary.textOf(subject);
    misspelt.add(node);
    log.addToWorld({
      level: "warning",
      counter: "Graph_MisspeltProperty",
      message: () => `property ${shown(name)} is described nowhere; is '${meant}' meant?`,
      cure: () => ({ of: "property", property: name, from: name, to: meant ?? name }),
      target: () => ({ about: "statement", subject: dcid, predicate: name }),
    });
  }
  return misspelt;
}

/** The probable property. A short name is near to many others: only capitals or places may differ. */
function meantBy(name: string): string | undefined {
  // The checks of nodes report a capital at the beginning.
  if (!beginsLower.test(name)) return undefined;
  const meant = slipOf(name, commonProperties);
  if (meant === undefined || meant.toLowerCase() === name.toLowerCase()) return meant;
  if (hasSameLetters(meant, name)) return meant;
  return meant.length >= 8 && Math.abs(meant.length - name.length) < 2 ? meant : undefined;
}

/** The first subject in a file. The load reports properties of observations. */
function firstSubject(
  worlds: CheckedWorld,
  predicate: PredicateId,
  node: TermId,
): TermId | undefined {
  const { dictionary } = worlds.own.graph;
  for (const subject of worlds.subjectsOf(predicate, node)) {
    if (!isObservationDcid(dictionary.textOf(subject))) return subject;
  }
  return undefined;
}
