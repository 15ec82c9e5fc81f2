/** Rounds of all contestants: figures become medians, answers must agree. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { pagedTypes, type WorldPlan } from "../data/world.ts";
import { BusyMeter, quietMax } from "../machine/busy.ts";
import { reasonOf, runChild } from "../machine/child.ts";
import type { Tables } from "../peers/contestant.ts";
import { type EntrantName, entrants, type Part } from "../peers/entrants.ts";
import type { Effort } from "./clock.ts";
import type { ContestResult, ContestTask } from "./contest-process.ts";
import { type Figures, medians } from "./figures.ts";
import type { ReopenTask } from "./reopen-process.ts";
import { pageLength, type RowName } from "./rows.ts";

export interface ContestSettings {
  readonly entrants: readonly EntrantName[];
  readonly rows: readonly RowName[];
  readonly rounds: number;
  readonly effort: Effort;
  /** Milliseconds after which a process is given up. */
  readonly timeout: number;
  readonly tables: Tables;
  /** Path of the file of all questions. */
  readonly questions: string;
  readonly folder: string;
  readonly plan: WorldPlan;
}

/** One contestant over all rounds. */
export interface Entry {
  readonly entrant: EntrantName;
  readonly version: string;
  readonly rounds: number;
  readonly figures: Figures;
}

export interface ContestOutcome {
  readonly entries: readonly Entry[];
  /** Answers that differ from the others', and contestants that did not come to the end. */
  readonly faults: readonly string[];
  /** Rounds during which other programs kept the machine busy. */
  readonly disturbances: readonly string[];
}

const processModule = new URL("./contest-process.js", import.meta.url);
const reopenModule = new URL("./reopen-process.js", import.meta.url);

/** Everyone's first round, then everyone's second, so that a slow hour is everyone's. */
export async function runContest(settings: ContestSettings): Promise<ContestOutcome> {
  const contest = new Contest(settings);
  for (let round = 0; round < settings.rounds; round++) {
    for (const entrant of settings.entrants) await contest.runRound(entrant, round);
  }
  for (const entrant of settings.entrants) {
    for (const ending of [".pocket", ".db", ".duckdb", ".parquet"]) {
      rmSync(storeOf(settings.folder, entrant) + ending, { force: true, recursive: true });
    }
  }
  return contest.outcome();
}

class Contest {
  readonly #settings: ContestSettings;
  readonly #figures = new Map<EntrantName, Figures[]>();
  readonly #versions = new Map<EntrantName, string>();
  readonly #stored = new Set<EntrantName>();
  readonly #referee: Referee;
  readonly #failed = new Map<EntrantName, string>();
  readonly #disturbances: string[] = [];

  constructor(settings: ContestSettings) {
    this.#settings = settings;
    this.#referee = new Referee(settings.plan);
  }

  async runRound(entrant: EntrantName, round: number): Promise<void> {
    if (this.#failed.has(entrant)) return;
    const busy = new BusyMeter();
    const start = performance.now();
    const figures: Figures[] = [];
    try {
      for (const part of entrants[entrant].parts) {
        figures.push(await this.#load(entrant, part, round));
      }
      if (this.#stored.has(entrant)) figures.push(...(await this.#reopen(entrant)));
    } catch (error) {
      this.#failed.set(entrant, reasonOf(error));
    }
    const all = Object.assign({}, ...figures) as Figures;
    this.#figures.set(entrant, [...(this.#figures.get(entrant) ?? []), all]);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const place = `${entrants[entrant].title}, round ${round + 1}`;
    const others = busy.others;
    if (others !== undefined && others > quietMax) {
      this.#disturbances.push(`${place} ${others.toFixed(1)}`);
    }
    console.error(`${place}: ${seconds} s${this.#failed.has(entrant) ? ", failed" : ""}`);
  }

  outcome(): ContestOutcome {
    const entries = [...this.#figures].map(([entrant, rounds]) => ({
      entrant,
      version: this.#versions.get(entrant) ?? "",
      rounds: rounds.length,
      figures: withDifferences(medians(rounds)),
    }));
    const failures = [...this.#failed].map(
      ([entrant, reason]) => `${entrants[entrant].title}: ${reason}`,
    );
    return {
      entries,
      faults: [...this.#referee.faults, ...failures],
      disturbances: this.#disturbances,
    };
  }

  async #load(entrant: EntrantName, part: Part, round: number): Promise<Figures> {
    const { tables, questions, folder, rows, effort, timeout } = this.#settings;
    const { parts, isLoadOnly = false, heap } = entrants[entrant];
    const isLast = part === parts.at(-1);
    const task: ContestTask = {
      entrant,
      part,
      tables,
      questions,
      store: storeOf(folder, entrant),
      rows: isLast && !isLoadOnly ? rows : [],
      effort,
      saves: isLast && !isLoadOnly && round === 0,
    };
    const result = await runChild<ContestResult>(processModule, task, { timeout, heap });
    this.#versions.set(entrant, result.version);
    if (result.hasStore) this.#stored.add(entrant);
    this.#referee.hear(entrant, result);
    return result.figures;
  }

  async #reopen(entrant: EntrantName): Promise<Figures[]> {
    const { questions, folder, timeout } = this.#settings;
    const task = { entrant, questions, store: storeOf(folder, entrant) };
    const again = async (more: Pick<ReopenTask, "mode"> & Partial<ReopenTask>) =>
      await runChild<Figures>(reopenModule, { ...task, ...more }, { timeout });
    const figures = [await again({ mode: "first" })];
    if (entrants[entrant].kind !== "ours") return figures;
    // Others read their files as they go; what ours takes is compared with reading its bytes.
    figures.push(await again({ mode: "bytes", store: `${task.store}.pocket` }));
    figures.push(await again({ mode: "whole" }));
    return figures;
  }
}

/** Compares what contestants answered. The first to answer a row says what the others must. */
class Referee {
  readonly faults: string[] = [];
  readonly #plan: WorldPlan;
  readonly #said = new Map<string, { readonly by: string; readonly hashes: readonly string[] }>();

  constructor(plan: WorldPlan) {
    this.#plan = plan;
  }

  hear(entrant: EntrantName, { answers, lines, pages }: ContestResult): void {
    const { title } = entrants[entrant];
    for (const [row, count] of Object.entries(lines)) {
      // Contestants that find nothing agree, but that compares nothing.
      if (count === 0) this.#note(`${row}: ${title} answers nothing to any argument`);
    }
    for (const [row, hashes] of Object.entries(answers)) {
      // Two rows may be one question in other words.
      const question = row.split("_")[0]!;
      const said = this.#said.get(question);
      if (said === undefined) {
        this.#said.set(question, { by: title, hashes });
        continue;
      }
      const at = hashes.findIndex((hash, each) => hash !== (said.hashes[each] ?? hash));
      if (at >= 0) this.#note(`${row}: ${title} and ${said.by} answer argument ${at} differently`);
    }
    for (const [at, [type, isOf]] of Object.entries(pagedTypes).entries()) {
      const page = pages[at];
      const stranger = page?.find((dcid) => !isOf(this.#plan, dcid));
      if (stranger !== undefined) this.#note(`q3: ${title} counts ${stranger} as a ${type}`);
      if (page !== undefined && page.length > pageLength) this.#note(`q3: ${title} gives too many`);
    }
  }

  #note(fault: string): void {
    if (!this.faults.includes(fault)) this.faults.push(fault);
  }
}

/** What observations cost beside triples, where both were loaded at once and triples alone before. */
function withDifferences(figures: Figures): Figures {
  const more = ["time", "cpu", "rows", "rss", "heap"].flatMap((name) => {
    const both = figures[`load.both.${name}`];
    const triples = figures[`load.triples.${name}`];
    if (both === undefined || triples === undefined) return [];
    return [[`load.observations.${name}`, both - triples] as const];
  });
  return { ...figures, ...Object.fromEntries(more) };
}

function storeOf(folder: string, entrant: EntrantName): string {
  return join(folder, entrant);
}
