/** Rolls the compiler's declaration files up: one file for each door, and what doors share. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

/** Typed arrays take a type argument only since TypeScript 5.7. */
const genericArray = /\b((?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)<ArrayBuffer(?:Like)?>/g;

const ours = { name: "our-form", renderChunk };

/** Leaves nothing else: users need no others, and some need packages or Node's types. */
export async function rollUp(folder, doors) {
  const made = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.endsWith(".d.ts"));
  const bundle = await rollup({
    input: Object.fromEntries(doors.map((door) => [door, join(folder, `${door}.d.ts`)])),
    external: /^[^./]/,
    plugins: [dts(), ours],
    onwarn({ code, message }) {
      // Public types are made of types that have no public name.
      if (!message.includes("with no public re-export")) throw new Error(`${code}: ${message}`);
    },
  });
  for (const path of made) rmSync(path);
  const names = { entryFileNames: "[name].d.ts", chunkFileNames: "types-[hash].d.ts" };
  await bundle.write({ dir: folder, ...names });
}

/** As the compiler writes it. */
function renderChunk(code) {
  return code
    .replace(genericArray, "$1")
    .replace(/^(import|export)\b(.*)'([^']+)';$/gm, '$1$2"$3";');
}
