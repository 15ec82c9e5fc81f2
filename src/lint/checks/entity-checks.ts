/** Entities of observations that are totals, or whose dcids have a misspelt beginning, as `geoid/06`. */

import { shown } from "../../load/bytes/diagnostics.ts";
import { isTotal } from "../../load/described/table-entities.ts";
import { slipOf } from "../../load/values/slips.ts";
import { Bitmap } from "../../store/columns/id-sets.ts";
import type { TermId } from "../../store/texts/dictionary.ts";
import type { CheckedWorld } from "../checked-world.ts";
import type { WorldLog } from "../lint-log.ts";
import type { ExpectedNodes } from "./expected-nodes.ts";

// Kinds come from the input: each of them is compared with all described ones.
const kindsMax = 100;

/** Reports each such entity once. */
export function checkEntities(worlds: CheckedWorld, expected: ExpectedNodes, log: WorldLog): void {
  const { graph, observations } = worlds.own;
  const seen = new Bitmap(graph.dictionary.nodeCount);
  const near = new Map<string, readonly string[]>();
  for (let series = 0; series < observations.seriesCount; series++) {
    for (const entity of observations.allEntitiesOf(series)) {
      if (seen.has(entity)) continue;
      seen.add(entity);
      const name = graph.dictionary.textOf(entity);
      if (isTotal(name)) reportTotal(name, log);
      else checkKind(entity, name, near, worlds, expected, log);
    }
  }
}

function reportTotal(name: string, log: WorldLog): void {
  log.addToWorld({
    level: "warning",
    counter: "Graph_TotalAsEntity",
    message: () =>
      `observationAbout of observations is ${shown(name)}, which is a word for the total of other rows and no entity; take these rows out, or name the place that they are about`,
    target: () => ({ about: "observationAbout", name }),
  });
}

function checkKind(
  entity: TermId,
  name: string,
  near: Map<string, readonly string[]>,
  worlds: CheckedWorld,
  expected: ExpectedNodes,
  log: WorldLog,
): void {
  const end = name.lastIndexOf("/");
  const kind = name.slice(0, Math.max(end, 0));
  if (kind === "") return;
  if (!worlds.isDescribed(entity)) checkZeros(kind, name.slice(end + 1), worlds, log);
  let others = near.get(kind);
  if (others === undefined) {
    if (near.size === kindsMax) return;
    others = expected.describedKinds().filter((other) => isNear(kind, other));
    near.set(kind, others);
  }
  const isDescribed = worlds.isDescribed(entity);
  const other = others.find((one) => {
    if (!worlds.describes(one + name.slice(end))) return false;
    // Where both are described, the one of which there are fewer is the slip.
    const isSlip = !isDescribed || one.toLowerCase() === kind.toLowerCase();
    return isSlip && expected.describedOf(kind) < expected.describedOf(one);
  });
  if (other === undefined) return;
  const meant = other + name.slice(end);
  const what = isDescribed ? "differs in capitals from a described node" : "is described nowhere";
  log.addToWorld({
    level: "warning",
    counter: "Graph_MisspeltName",
    suffix: "observationAbout",
    message: () => `observationAbout ${shown(name)} ${what}; is ${shown(meant)} meant?`,
    ...(isDescribed ? {} : { cure: () => cureOf(name, meant) }),
    target: () => ({ about: "observationAbout", name }),
  });
}

/** Spreadsheets take zeros from the beginning of numbers: `geoId/6` is `geoId/06`, if that is known. */
function checkZeros(kind: string, id: string, worlds: CheckedWorld, log: WorldLog): void {
  if (!/^[1-9]\d*$/.test(id)) return;
  const [name, meant] = [`${kind}/${id}`, `${kind}/0${id}`];
  const isNamed = worlds.own.graph.dictionary.nodeOf(meant) !== undefined;
  // States have two digits.
  const isState = kind === "geoId" && id.length === 1;
  if (!isNamed && !isState && !worlds.describes(meant)) return;
  log.addToWorld({
    level: "warning",
    counter: "Graph_MisspeltName",
    suffix: "observationAbout",
    message: () =>
      `observationAbout ${shown(name)} is described nowhere; is ${shown(meant)} meant, and its zero lost?`,
    cure: () => cureOf(name, meant),
    target: () => ({ about: "observationAbout", name }),
  });
}

function cureOf(from: string, to: string) {
  return { of: "value" as const, property: "observationAbout", from, to };
}

/** Short kinds are near to many others. */
const shortest = 4;

/** Whether kinds differ in one letter, in the places of letters, or in case; numbers are no slips. */
function isNear(kind: string, other: string): boolean {
  if (kind !== other && kind.toLowerCase() === other.toLowerCase()) return true;
  if (Math.min(kind.length, other.length) < shortest) return false;
  const isSameNumber = kind.replace(/\D/g, "") === other.replace(/\D/g, "");
  return isSameNumber && slipOf(kind, [other], 1) !== undefined;
}
