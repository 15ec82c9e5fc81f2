/**
 * Values that are dcids: values of variables whose statType is measurementResult. Each that should
 * be described and is not is told once.
 */
import { shown } from "../../load/index.ts";
import type { Range, TermId } from "../../store/index.ts";
import type { Target, WorldLog } from "../report/index.ts";
import type { CheckedWorld } from "./checked-world.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

const resultType = "measurementResult";

export class ResultChecks {
  readonly #worlds: CheckedWorld;
  readonly #expected: ExpectedNodes;
  readonly #log: WorldLog;
  readonly #told = new Set<string>();

  constructor(worlds: CheckedWorld, expected: ExpectedNodes, log: WorldLog) {
    this.#worlds = worlds;
    this.#expected = expected;
    this.#log = log;
  }

  check(): void {
    const { observations } = this.#worlds.own;
    let series = 0;
    while (series < observations.seriesCount) {
      const variable = observations.variableOf(series);
      const { end } = observations.seriesOfVariable(variable);
      const points = observations.pointsOfSeries({ start: series, end });
      const statTypes = this.#statTypesOf(variable);
      if (statTypes.includes(resultType)) this.#checkValues(points);
      else if (statTypes.length === 0) this.#checkStatType(variable, points);
      series = end;
    }
  }

  #statTypesOf(variable: TermId): string[] {
    const { graph } = this.#worlds.all;
    const node = this.#worlds.inAll(variable);
    const predicate = graph.predicateOf("statType");
    if (node === undefined || predicate === undefined) return [];
    const { start, end } = graph.out.rowsOf(node, predicate);
    return Array.from({ length: end - start }, (_, at) =>
      graph.dictionary.textOf(graph.out.terms[start + at]!),
    );
  }

  #checkValues({ start, end }: Range): void {
    const { observations } = this.#worlds.own;
    for (let point = start; point < end; point++) {
      const value = observations.textOf(point);
      if (this.#worlds.describes(value) || this.#told.has(value)) continue;
      this.#told.add(value);
      // A number is not a dcid, whatever is loaded.
      if (!this.#isNumber(point) && !this.#expected.includesName(value)) continue;
      this.#tell(
        point,
        `Existence_MissingReference_value_StatType_${resultType}`,
        "is a dcid by the variable's statType, and nothing describes it",
      );
    }
  }

  /**
   * Without a statType, values that are not numbers may be dcids; one is reported of each variable.
   */
  #checkStatType(variable: TermId, { start, end }: Range): void {
    if (!this.#worlds.isDescribed(variable) && !this.#expected.includes(variable)) return;
    let point = start;
    while (point < end && this.#isNumber(point)) point += 1;
    if (point === end) return;
    this.#tell(
      point,
      "Existence_CheckMeasurementResult_StatTypeUnknown",
      "is not a number, and no statType of the variable says whether it is a dcid",
    );
  }

  #isNumber(point: number): boolean {
    return typeof this.#worlds.own.observations.valueOf(point) === "number";
  }

  #tell(point: number, counter: string, what: string): void {
    const { graph, observations } = this.#worlds.own;
    const { dictionary } = graph;
    const series = observations.seriesOfPoint(point);
    const variable = dictionary.textOf(observations.variableOf(series));
    const value = observations.textOf(point);
    const target = (): Target => ({
      about: "observation",
      variable,
      entity: dictionary.textOf(observations.entityOf(series)),
      facet: observations.facetOf(series),
      date: observations.dateOf(point),
      part: "value",
    });
    const message = () => `the value ${shown(value)} of ${shown(variable)} ${what}`;
    this.#log.addToWorld({ level: "error", counter, message, target });
  }
}
