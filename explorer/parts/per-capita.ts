/** Values per person on the page. */
import { isAmount } from "../../src/stats/amounts.ts";
import { node, variables } from "../backend/world.ts";

/** The names of variables that cannot be divided by people. */
export async function undividable(
  dcids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (dcids.length === 0) return [];
  const [{ data = {} }, { lines }] = await Promise.all([
    node(dcids, "->[name, statType]", "", signal),
    variables({ dcid: dcids }, signal),
  ]);
  return dcids.flatMap((dcid) => {
    const arcs = data[dcid]?.arcs ?? {};
    const first = (property: string) => arcs[property]?.nodes?.[0];
    const name = first("name")?.value ?? dcid;
    const statType = first("statType")?.dcid ?? first("statType")?.value ?? "";
    const units = lines.find((line) => line.dcid === dcid)?.units ?? [];
    return isAmount({ dcid, name, statType, units }) ? [] : [name];
  });
}

/** The unit of a quotient: `Kilowatt Hour per person`. */
export const unitPerPerson = (unit: string): string =>
  unit === "" ? "per person" : `${unit} per person`;
