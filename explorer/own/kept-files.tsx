/** What the browser keeps from earlier visits, on Home. */
import { useEffect, useState } from "preact/hooks";
import type { KeptFile } from "../../src/kept/browser-storage.ts";
import type { OwnFilesState } from "./own-files.tsx";

/** Most visits have nothing of it. */
const storage = () => import("../../src/kept/browser-storage.ts");

export function KeptFiles({ take }: Pick<OwnFilesState, "take">) {
  const [files, setFiles] = useState<readonly KeptFile[]>([]);
  const read = async () => setFiles(await (await storage()).keptFiles());
  const forget = async (name: string) => {
    await (await storage()).removeKept(name);
    await read();
  };
  useEffect(() => void read(), []);
  if (files.length === 0) return null;
  return (
    <ul class="kept-files" aria-label="Kept in this browser">
      {files.map((file) => (
        <li key={file.name}>
          <button
            type="button"
            class="button"
            onClick={() => take({ [`${file.name}.pocket`]: file as KeptFile & File })}
          >
            <bdi>Open {file.name}</bdi>
          </button>{" "}
          <span class="quiet">
            kept on {new Date(file.lastModified).toISOString().slice(0, 10)}
          </span>{" "}
          <button
            type="button"
            class="button"
            aria-label={`Forget ${file.name}`}
            onClick={() => void forget(file.name)}
          >
            Forget
          </button>
        </li>
      ))}
    </ul>
  );
}
