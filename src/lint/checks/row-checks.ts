/**
 * Wrong dcids outside of node blocks: in rows of tables and dumps, in RDF and in JSON. The loaded
 * graph has these dcids and their roles. Each is reported at its first place.
 */

import { shown } from "../../load/bytes/diagnostics.ts";
import { cutOf } from "../../load/formats.ts";
import type { LoadPlan } from "../../load/load-plan.ts";
import { provenanceDcid } from "../../load/statements/provenance.ts";
import type { Place } from "../../load/statements/sink.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { World } from "../../world/world.ts";
import { hasStatements } from "../checked-world.ts";
import type { LintLog } from "../lint-log.ts";
import {
  dcidLengthMax,
  hasPrefix,
  invalidDcid,
  isAscii,
  isDcid,
  longDcid,
  prefixCounter,
  prefixInDcid,
  withoutPrefix,
} from "./schema-names.ts";

export class RowChecks {
  readonly #world: World;
  readonly #log: LintLog;
  /** Files of node blocks. The checks of nodes report their wrong dcids. */
  readonly #blockFiles: ReadonlySet<string>;
  /** Tables and configs of custom folders, and the provenances that these give to tables. */
  readonly #customFiles: ReadonlySet<string>;
  readonly #provenances: ReadonlySet<string>;
  /** Wrong dcids without a place so far. */
  readonly #sought = new Set<string>();

  constructor(world: World, plan: LoadPlan, log: LintLog) {
    this.#world = world;
    this.#log = log;
    const { dictionary } = world.graph;
    for (let node = 0; node < dictionary.nodeCount; node++) {
      const dcid = dictionary.textOf(node);
      if (!isSound(dcid)) this.#sought.add(dcid);
    }
    // The load makes these provenances from the names of files.
    for (const { provenance } of plan.tasks) this.#sought.delete(provenanceDcid(provenance));
    const { facets } = world.observations;
    this.#provenances = new Set(facets.map(({ provenanceId }) => provenanceId));
    const custom = plan.tasks.flatMap((task) =>
      task.kind === "custom" ? [task.input.path, task.file.folder.config.path] : [],
    );
    this.#customFiles = new Set(custom);
    const tasks = plan.tasks.filter((task) => cutOf(task).into !== "nothing");
    this.#blockFiles = new Set(tasks.map(({ input }) => input.path));
  }

  get sought(): Iterable<string> {
    return this.#sought;
  }

  mention(dcid: string, place: Place): void {
    if (place.isMade === true || this.#blockFiles.has(place.file)) return;
    // No row says it, and what is wrong with it is reported for the config.
    if (this.#provenances.has(dcid) && this.#customFiles.has(place.file)) return;
    if (!this.#sought.delete(dcid)) return;
    const role = this.#roleOf(this.#world.graph.dictionary.nodeOf(dcid)!);
    const { file, line } = (role === "dcid" ? place.parts?.get("node") : undefined) ?? place;
    this.#report(dcid, role, file, line);
  }

  #report(dcid: string, role: string, file: string, line: number | undefined): void {
    const level = "error";
    if (dcid.length > dcidLengthMax) {
      const message = () => longDcid(dcid);
      this.#log.add(file, { level, counter: "Sanity_VeryLongDcid", line, message });
      return;
    }
    if (isDcid(dcid)) {
      const message = () => prefixInDcid(role, dcid);
      const to = withoutPrefix(dcid);
      const cure = () => ({ of: "value" as const, property: role, from: dcid, to });
      this.#log.add(file, { level, counter: prefixCounter, line, message, cure });
      return;
    }
    if (role !== "dcid" && !isAscii(dcid)) {
      const message = () => `${role} ${shown(dcid)} is not a text and holds more than ASCII`;
      this.#log.add(file, { level, counter: "Sanity_NonAsciiValueInNonText", line, message });
    }
    const message = () => invalidDcid(role, dcid);
    this.#log.add(file, { level, counter: "Sanity_InvalidChars", suffix: role, line, message });
  }

  /** Its name in a block: its own dcid, or the property that has it as a value. */
  #roleOf(node: TermId): string {
    const { graph, observations } = this.#world;
    if (hasStatements(graph, node)) return "dcid";
    const { start, end } = graph.in.rows(node);
    if (start < end) {
      return graph.dictionary.textOf(graph.predicates[graph.in.predicates[start]!]!);
    }
    const series = observations.seriesOfVariable(node);
    if (series.start < series.end) return "variableMeasured";
    if (observations.variablesOf(node).length > 0) return "observationAbout";
    return graph.predicates.includes(node) ? "Property" : "provenance";
  }
}

function isSound(dcid: string): boolean {
  return isDcid(dcid) && !hasPrefix(dcid) && dcid.length <= dcidLengthMax;
}
