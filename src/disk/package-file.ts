/** Files that lie next to the code. */
import { readFileSync } from "node:fs";

/** At once: a question cannot wait. */
export const readPackageFile = (address: URL): Uint8Array => readFileSync(address);
