import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "../../../src/index.ts";

export const sample = "data-samples/us-states";

/** The sample as a snapshot, which opens sooner. */
export const saved: string = join(mkdtempSync(join(tmpdir(), "cli-")), "sample.pocket");
await (await open(sample)).save(saved);
