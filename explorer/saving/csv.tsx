/** Lists as CSV. */
import { useState } from "preact/hooks";
import { numberText } from "../parts/format.ts";
import { saveFile } from "./save.tsx";

type Cell = string | number | null | undefined;

export interface CsvTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** False where there are more rows. Default: true. */
  readonly isWhole?: boolean;
}

/** RFC 4180, with a line feed. */
export function csvText({ names, rows }: CsvTable): string {
  return [names, ...rows].map((line) => `${line.map(cellText).join(",")}\n`).join("");
}

function cellText(value: Cell): string {
  const text = `${value ?? ""}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface SaveCsvProps {
  /** Of the file, without its ending. */
  readonly name: string;
  /** What is saved, for those who hear the page. */
  readonly what: string;
  readonly make: () => CsvTable | Promise<CsvTable>;
}

export function SaveCsv({ name, what, make }: SaveCsvProps) {
  const [said, setSaid] = useState("");
  const save = async () => {
    setSaid("");
    try {
      const table = await make();
      saveFile(`${name}.csv`, "text/csv", [csvText(table)]);
      if (table.isWhole === false) setSaid(`The first ${numberText(table.rows.length)} rows`);
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div class="save">
      {said !== "" && <span role="alert">{said}</span>}
      <button
        type="button"
        class="button"
        aria-label={`Save CSV of ${what}`}
        onClick={() => void save()}
      >
        Save CSV
      </button>
    </div>
  );
}
