/**
 * Dcids that none may have, where no node block says them: in rows of tables and dumps, in RDF and
 * in JSON. The loaded graph knows which there are and what they are to others, so that lines are
 * only looked through if there is one; each is told at the first line that has it.
 */
import { shown } from "../../load/index.ts";
import { Bitmap, type TermId } from "../../store/index.ts";
import type { World } from "../../world/index.ts";
import type { SourceLine } from "../blocks/index.ts";
import { dcidLengthMax, invalidDcid, isAscii, isDcid, longDcid } from "../nodes/index.ts";
import { textsOf } from "../places/index.ts";
import type { FindingLog } from "../report/index.ts";
import { saysSomething } from "./checked-world.ts";

export class RowChecks {
  readonly #world: World;
  readonly #log: FindingLog;
  /** Nodes with such dcids that no line had yet. */
  readonly #sought: Bitmap;
  #left = 0;

  constructor(world: World, log: FindingLog) {
    this.#world = world;
    this.#log = log;
    const { dictionary } = world.graph;
    this.#sought = new Bitmap(dictionary.nodeCount);
    for (let node = 0; node < dictionary.nodeCount; node++) {
      if (isSound(dictionary.textOf(node))) continue;
      this.#sought.add(node);
      this.#left += 1;
    }
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  line({ file, text, line, dcids }: SourceLine): void {
    if (this.isDone) return;
    const texts = textsOf(text);
    const { dictionary } = this.#world.graph;
    for (const dcid of dcids === undefined ? texts : dcids.map((at) => texts[at] ?? "")) {
      const node = isSound(dcid) ? undefined : dictionary.nodeOf(dcid);
      if (node === undefined || !this.#sought.has(node)) continue;
      this.#sought.delete(node);
      this.#left -= 1;
      this.#tell(dcid, this.#roleOf(node), file, line);
    }
  }

  #tell(dcid: string, role: string, file: string, line: number): void {
    const level = "error";
    if (dcid.length > dcidLengthMax) {
      const message = () => longDcid(dcid);
      this.#log.add(file, { level, counter: "Sanity_VeryLongDcid", line, message });
      return;
    }
    if (role !== "dcid" && !isAscii(dcid)) {
      const message = () => `${role} ${shown(dcid)} is no text and holds more than ASCII`;
      this.#log.add(file, { level, counter: "Sanity_NonAsciiValueInNonText", line, message });
    }
    const message = () => invalidDcid(role, dcid);
    this.#log.add(file, { level, counter: "Sanity_InvalidChars", suffix: role, line, message });
  }

  /** What a block would call it: its own dcid, or the value of some property. */
  #roleOf(node: TermId): string {
    const { graph, observations } = this.#world;
    if (saysSomething(graph, node)) return "dcid";
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
  return isDcid(dcid) && dcid.length <= dcidLengthMax;
}
