/** What the user opened: files alone, or over the world that was there before. */
import { firstWorld } from "../backend/ask.ts";
import type { Files, Layer, World } from "../backend/messages.ts";

export const namesShown = 3;

export interface Own {
  readonly layer: Layer;
  /** The world before; undefined: the one with which the page began. */
  readonly before: Own | undefined;
  /** Whether the files lie over the world before. */
  readonly isOver: boolean;
  /** Whether the browser keeps it as it is. */
  readonly isKept?: boolean;
}

/** As a worker opens it; undefined where there is none. */
export async function worldOf(own: Own | undefined): Promise<World | undefined> {
  if (own === undefined) return await firstWorld();
  if (!own.isOver) return { layers: [own.layer] };
  const below = await worldOf(own.before);
  return below && { ...below, layers: [...below.layers, own.layer] };
}

/** What the browser keeps of it is called so. */
export const keptName = (own: Own): string =>
  namesIn(own)
    .slice(0, namesShown)
    .join(", ")
    .replace(/\.pocket$/, "");

export const namesIn = ({ layer }: Own): readonly string[] => Object.keys(layer.files);

/** Tables that may say nothing of their columns: a config beside them does. */
export function tablesAmong(files: Files): readonly string[] {
  const names = Object.keys(files);
  if (names.some((name) => /(?:^|\/)config\.json$/.test(name))) return [];
  return names.filter((name) => /\.(?:[ct]sv(?:\.gz)?|xls[xm]|ods)$/i.test(name));
}

/** What the loader says to those who have a terminal, in words of the page. */
export const withoutCommand = (message: string): string =>
  message.replace(
    /"npx pocket-commons import [^"]*" proposes what its columns hold/g,
    "open it alone on this page, which then asks what its columns hold",
  );
