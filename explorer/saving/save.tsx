/** What is shown, as files. */
import { useState } from "preact/hooks";
import type { Answer } from "../backend/answer.ts";
import { type TableQuestion, tableFile } from "../backend/world.ts";

export function saveFile(name: string, type: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Buttons for all rows of a table. */
export function SaveTable({ question, name }: { question: TableQuestion; name: string }) {
  const [failure, setFailure] = useState("");
  const save = async (format: "csv" | "parquet") => {
    const { status, contentType, bytes }: Answer = await tableFile(question, format);
    if (status === 200) saveFile(`${name}.${format}`, contentType, [bytes]);
    setFailure(status === 200 ? "" : refusalIn(bytes));
  };
  return (
    <div class="save">
      <button type="button" class="button" onClick={() => void save("csv")}>
        Save CSV
      </button>
      <button type="button" class="button" onClick={() => void save("parquet")}>
        Save Parquet
      </button>
      {failure !== "" && <span role="alert">{failure}</span>}
    </div>
  );
}

function refusalIn(bytes: Uint8Array): string {
  const { message } = JSON.parse(new TextDecoder().decode(bytes)) as { message?: string };
  return message ?? "This did not work";
}
