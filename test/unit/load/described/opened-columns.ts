/** Opens one table with the option `columns`, and says what became of it. */
import { expect } from "vitest";
import { type Commons, type Diagnostic, open, type TableColumns } from "../../../../src/index.ts";

export interface Opened {
  readonly commons: Commons;
  /** `variable entity date value`, and unit and period where there are any. */
  readonly observations: readonly string[];
  /** `level counter line`. */
  readonly told: readonly string[];
  readonly messages: readonly string[];
}

export interface Surroundings {
  readonly base?: Commons;
  /** Further files, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function opened(
  table: string | Uint8Array,
  columns: TableColumns,
  { base, files = {} }: Surroundings = {},
): Promise<Opened> {
  const diagnostics: Diagnostic[] = [];
  const commons = await open(
    { "towns.csv": table, ...files },
    {
      columns,
      ...(base === undefined ? {} : { base }),
      onDiagnostic: (diagnostic) => void diagnostics.push(diagnostic),
    },
  );
  return {
    commons,
    observations: observationsOf(commons),
    told: diagnostics.map(({ level, counter, file, line }) => {
      expect(file).toBe("towns.csv");
      return `${level} ${counter.replace(/^[^_]*_/, "")} ${line}`;
    }),
    messages: diagnostics.map(({ message }) => message),
  };
}

export function observationsOf({ engine: { graph, observations: table } }: Commons): string[] {
  const rows: string[] = [];
  for (let series = 0; series < table.seriesCount; series++) {
    const key = [table.variableOf(series), table.entityOf(series)];
    const { unit, observationPeriod } = table.facetOf(series);
    const { start, end } = table.pointsOf(series);
    for (let point = start; point < end; point++) {
      const [variable, entity] = key.map((id) => graph.dictionary.textOf(id));
      const parts = [variable, entity, table.dateOf(point), table.textOf(point), unit];
      rows.push([...parts, observationPeriod].filter((part) => part !== "").join(" "));
    }
  }
  return rows;
}
