/** A world into files of text: one call, with a report of what was written and what was left out. */

import type { ExportFile, Omission } from "../export/exported-files.ts";
import { everythingElse } from "../load/bytes/load-progress.ts";
import { Export } from "../publish/export-formats.ts";
import type { ExportFormat } from "../publish/format-names.ts";
import {
  isStream,
  type SnapshotHost,
  type SnapshotStream,
  type WritePieces,
} from "../snapshot/host.ts";
import { writeToStream } from "../snapshot/image.ts";
import { isUrl } from "../store/columns/foreign-values.ts";
import type { World } from "../world/world.ts";

/**
 * Gives a stream for each file, which is ended when the file is complete. A page may have one of a
 * folder that its user chose.
 *
 * @param names of all files, in the order in which they are written
 */
export type ExportStreams = (
  name: string,
  names: readonly string[],
) => SnapshotStream | Promise<SnapshotStream>;

/**
 * Where an export goes: a folder, as path or `file:` URL, which is empty, or made if it is not there; a stream
 * for a format of one file; or what gives a stream for each file.
 */
export type ExportTarget = string | URL | SnapshotStream | ExportStreams;

/** How a world is exported. */
export interface ExportOptions {
  /** The form of the files. Default: `tables`. */
  readonly format?: ExportFormat | undefined;
  /** Whether a folder may hold something: files of the same names are replaced, others stay. Default: false. */
  readonly force?: boolean | undefined;
  /** Stops the export, which then rejects with the reason of the signal. Complete files stay. */
  readonly signal?: AbortSignal | undefined;
  /** Called for each piece that was written. */
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** How far an export has come. */
export interface ExportProgress {
  /** The file being written. */
  readonly file: string;
  /** Rows so far, of all files. */
  readonly rowCount: number;
  /** Bytes so far, of all files. */
  readonly bytesWritten: number;
}

/** A file that an export wrote. */
export interface ExportedFile {
  readonly name: string;
  /** Rows of a table, nodes of MCF, or statements of RDF. */
  readonly rowCount: number;
  readonly bytes: number;
}

/** What an export wrote. */
export interface ExportReport {
  /** In the order in which they were written. */
  readonly files: readonly ExportedFile[];
  /** Of all files. */
  readonly rowCount: number;
  /** Of all files. */
  readonly bytes: number;
  /** What the format cannot express. */
  readonly omissions: readonly Omission[];
}

/** @throws TypeError (rejects) for a target or a format that is none */
export async function writeExport(
  world: World,
  target: ExportTarget,
  options: ExportOptions,
  openFolder: SnapshotHost["openFolder"],
): Promise<ExportReport> {
  const { format = "tables", force = false, signal, onProgress } = options;
  const exported = new Export(world, format);
  const toFolder = openFolder && ((folder: string | URL) => openFolder(folder, force));
  const write = await writerOf(target, exported.files, format, toFolder);
  const files: ExportedFile[] = [];
  let rowsBefore = 0;
  let bytesBefore = 0;
  for (const file of exported.files) {
    signal?.throwIfAborted();
    let bytes = 0;
    async function* pieces(): AsyncGenerator<Uint8Array, void, undefined> {
      const encoder = new TextEncoder();
      for (const text of file.text()) {
        signal?.throwIfAborted();
        const piece = encoder.encode(text);
        yield piece;
        bytes += piece.length;
        const rowCount = rowsBefore + file.rowCount;
        onProgress?.({ file: file.name, rowCount, bytesWritten: bytesBefore + bytes });
        await everythingElse();
      }
    }
    try {
      await write(file.name, pieces());
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
    const { name, rowCount } = file;
    files.push({ name, rowCount, bytes });
    rowsBefore += rowCount;
    bytesBefore += bytes;
  }
  return { files, rowCount: rowsBefore, bytes: bytesBefore, omissions: exported.omissions };
}

/** @throws TypeError (rejects) for a target that is none, or does not suit the format */
async function writerOf(
  target: ExportTarget,
  files: readonly ExportFile[],
  format: ExportFormat,
  toFolder: ((folder: string | URL) => Promise<WritePieces>) | undefined,
): Promise<WritePieces> {
  if (typeof target === "function") {
    const names = files.map(({ name }) => name);
    return async (name, pieces) => await writeToStream(await target(name, names), pieces);
  }
  if (isStream(target)) {
    const [only, ...others] = files.filter(({ name }) => name !== manifestName);
    if (only === undefined || others.length > 0) {
      throw new TypeError(
        `${format} is more than one file: give export a folder, or a stream for each`,
      );
    }
    return async (name, pieces) => {
      // It only names the other file.
      if (name !== manifestName) await writeToStream(target, pieces);
    };
  }
  if (!((typeof target === "string" && target !== "") || isUrl(target))) {
    throw new TypeError("export needs the path of a folder, a stream, or what gives a stream");
  }
  if (toFolder === undefined) {
    throw new TypeError("export needs streams here: there are no files");
  }
  return await toFolder(target);
}

const manifestName = "manifest.json";
