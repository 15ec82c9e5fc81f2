/** Runs cases: times them with tinybench and hashes what they answer. */

import { createHash } from "node:crypto";
import { Bench, type TaskResult } from "tinybench";
import type { Commons } from "../../src/index.ts";
import type { NaiveWorld } from "../answers/naive.ts";
import type { Questions } from "../contest/questions.ts";

/** Who answers a question, ready for each of its arguments. */
export interface Contestant {
  /** One call per argument, asked in turn. Only these are timed. */
  readonly steps: readonly (() => unknown)[];
  /** Lines of what a step returned. */
  readonly read: (answer: unknown) => readonly string[];
  /** How many operations one step makes; figures are per operation. */
  readonly operations: number;
  readonly isAsync: boolean;
}

/**
 * One question, asked with many arguments. Arguments and right answers depend on the generated
 * world alone, so that whoever loads its files can be a contestant.
 */
export interface Case<Argument = unknown> {
  readonly name: string;
  /** What is asked, in a few words. */
  readonly title: string;
  argumentsOf(questions: Questions): readonly Argument[];
  /** Contestants by name; all must give the same answers. */
  contestants(commons: Commons, given: readonly Argument[]): Readonly<Record<string, Contestant>>;
  /** Lines of the right answer. */
  expected(naive: NaiveWorld, argument: Argument): readonly string[];
}

/** Figures of one contestant in one case; times are in milliseconds per operation. */
export interface Result {
  readonly case: string;
  readonly title: string;
  readonly contestant: string;
  /** Lines of an answer, on average. */
  readonly lines: number;
  readonly median: number;
  readonly p99: number;
  /** CPU time of all threads, on average, warm-up included. */
  readonly cpu: number;
  readonly operationsPerSecond: number;
  /** Relative margin of error of the mean, in percent. */
  readonly rme: number;
  readonly samples: number;
  /** Equal for equal answers. */
  readonly hash: string;
  /** What is wrong with the answers, if anything. */
  readonly fault: string | undefined;
}

/** How long a case runs. */
export interface Effort {
  readonly time: number;
  readonly warmupTime: number;
  readonly iterations: number;
}

export const fullEffort: Effort = { time: 1000, warmupTime: 300, iterations: 32 };
/** Enough to take every path once. */
export const smokeEffort: Effort = { time: 0, warmupTime: 0, iterations: 2 };

/** Answers to so many arguments are hashed and checked. */
const hashedMax = 24;

/** @param naive checks the answers when given; that contestants agree is always checked. */
export async function runCase(
  each: Case,
  commons: Commons,
  questions: Questions,
  effort: Effort,
  naive?: NaiveWorld,
): Promise<Result[]> {
  const given = each.argumentsOf(questions);
  const expected =
    naive && given.slice(0, hashedMax).map((argument) => each.expected(naive, argument));
  const results: Result[] = [];
  for (const [name, contestant] of Object.entries(each.contestants(commons, given))) {
    const answers = await answersOf(contestant);
    const hash = hashOf(answers);
    const first = results[0]?.hash ?? hash;
    const fault =
      (expected && differenceOf(answers, expected)) ??
      (hash === first ? undefined : "contestants disagree");
    const { latency, cpu } = await measure(contestant, effort);
    results.push({
      case: each.name,
      title: each.title,
      contestant: name,
      lines: answers.flat().length / answers.length,
      median: latency.p50 / contestant.operations,
      p99: latency.p99 / contestant.operations,
      cpu: cpu / contestant.operations,
      operationsPerSecond: (1000 / latency.mean) * contestant.operations,
      rme: latency.rme,
      samples: latency.samplesCount,
      hash,
      fault,
    });
  }
  return results;
}

/** The same digits for the same answers to the same arguments. */
export function hashOf(answers: readonly (readonly string[])[]): string {
  const hash = createHash("sha256");
  for (const lines of answers) hash.update(`${lines.length}\n${lines.join("\n")}\n`);
  return hash.digest("hex").slice(0, 12);
}

async function answersOf({ steps, read }: Contestant): Promise<(readonly string[])[]> {
  const answers: (readonly string[])[] = [];
  for (const step of steps.slice(0, hashedMax)) answers.push(read(await step()));
  return answers;
}

function differenceOf(
  answers: readonly (readonly string[])[],
  expected: readonly (readonly string[])[],
): string | undefined {
  for (const [at, lines] of expected.entries()) {
    const found = answers[at] ?? [];
    if (found.length === 0 && lines.length === 0) continue;
    const line = lines.findIndex((text, number) => text !== found[number]);
    if (line >= 0 || lines.length !== found.length) {
      const number = line < 0 ? lines.length : line;
      return `answer ${at}, line ${number}: expected ${lines[number]}, found ${found[number]}`;
    }
  }
  return answers.flat().length === 0 ? "no answer has a line" : undefined;
}

async function measure({ steps, isAsync }: Contestant, effort: Effort) {
  const { time, warmupTime, iterations } = effort;
  const bench = new Bench({
    time,
    warmupTime,
    iterations,
    warmup: warmupTime > 0,
    warmupIterations: iterations,
    throws: true,
  });
  let next = 0;
  let calls = 0;
  const step = () => {
    calls++;
    const ask = steps[next]!;
    next = next + 1 === steps.length ? 0 : next + 1;
    return ask();
  };
  globalThis.gc?.();
  bench.add("step", isAsync ? async () => await step() : step, { async: isAsync });
  const before = process.cpuUsage();
  const [task] = await bench.run();
  const { user, system } = process.cpuUsage(before);
  return { latency: completed(task!.result).latency, cpu: (user + system) / 1000 / calls };
}

function completed(result: TaskResult): Extract<TaskResult, { state: "completed" }> {
  if (result.state !== "completed") throw new Error(`a measurement ended as ${result.state}`);
  return result;
}
