/** The values of a component as a structure message of SDMX-JSON 2.0. */

import { dataflow } from "../../sdmx/components.ts";

const id = `${dataflow.id}_AVAILABILITY`;

/** The message (behaviour: sdmx 8). @param values ascending */
export function availabilityMessage(
  component: string,
  values: readonly string[],
  now: Date,
): object {
  const listed = values.map((value) => ({ value }));
  const keyValues = [{ id: component, include: true, values: listed }];
  return {
    meta: {
      schema: "https://json.sdmx.org/2.0.0/sdmx-json-structure-schema.json",
      id,
      prepared: `${now.toISOString().slice(0, "2000-01-01T00:00:00".length)}Z`,
      sender: { id: dataflow.agency },
    },
    data: {
      dataConstraints: [
        {
          id,
          agencyID: dataflow.agency,
          version: dataflow.version,
          name: `Available ${dataflow.id} data`,
          role: "Actual",
          ...(values.length > 0 && { cubeRegions: [{ include: true, keyValues }] }),
        },
      ],
    },
  };
}
