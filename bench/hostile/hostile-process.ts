/** One attack on one world, in a process of its own. */

import { readFileSync } from "node:fs";
import { open } from "../library.ts";
import { answerParent, childTask } from "../machine/child.ts";
import type { Attack } from "./attacks.ts";

export interface HostileTask {
  readonly snapshot: string;
  readonly attack: Attack;
}

export interface HostileAnswer {
  /** Milliseconds on the clock, and of processor time of all threads. */
  readonly time: number;
  readonly processor: number;
  /** Bytes that the process held at most, the world included. */
  readonly peak: number;
  readonly status: number;
  /** The first characters of the answer. */
  readonly text: string;
  readonly length: number;
}

const { snapshot, attack } = JSON.parse(readFileSync(childTask<string>(), "utf8")) as HostileTask;
const commons = await open(snapshot, { read: "all" });
const service = commons.service({ dialect: "extended" });
const post = { method: "POST", headers: { "x-api-key": "k" } };
// What the first request builds for all others is none of the attack's.
await service.fetch("/v2/sparql", { ...post, body: '{"query":"SELECT ?a { ?a typeOf Nothing }"}' });
const processorBefore = process.cpuUsage();
const start = performance.now();
const response = await service.fetch(attack.path, { ...post, body: attack.body });
const text = await response.text();
const time = performance.now() - start;
const { user, system } = process.cpuUsage(processorBefore);
const answer: HostileAnswer = {
  time,
  processor: (user + system) / 1000,
  peak: process.resourceUsage().maxRSS * 1024,
  status: response.status,
  text: text.slice(0, 160),
  length: text.length,
};
answerParent(answer);
