/** What was dropped on the page or chosen by a dialog, as files by their paths. */

import type { Files } from "../backend/messages.ts";

export const chosenFiles = (list: FileList): Files =>
  Object.fromEntries(Array.from(list, (file) => [file.name, file]));

/** Folders are read through. To be called before anything is awaited: the browser forgets what was dropped. */
export async function droppedFiles(dropped: DataTransfer): Promise<Files> {
  const entries = Array.from(dropped.items, (item) => item.webkitGetAsEntry());
  const known = entries.filter((entry) => entry !== null);
  if (known.length < dropped.files.length) return chosenFiles(dropped.files);
  const all = await Promise.all(known.map(filesIn));
  return Object.fromEntries(all.flat());
}

async function filesIn(entry: FileSystemEntry): Promise<(readonly [string, File])[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [[entry.fullPath.replace(/^\//, ""), file]];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: (readonly [string, File])[] = [];
  // A reader gives a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return found;
    found.push(...(await Promise.all(some.map(filesIn))).flat());
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
