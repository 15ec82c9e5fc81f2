/** Memory over time, and what it may grow by. */

export interface Sample {
  readonly requests: number;
  readonly seconds: number;
  /** Bytes, after collecting garbage. */
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
}

/** The first sample that others are compared with is taken after so many requests. */
export const baselineRequests = 100_000;

interface Allowance {
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
}

/**
 * Bytes that memory may grow by between the first hundred thousand requests and the end.
 *
 * - The heap: 4 MB in 1.9 million requests are two bytes each, and whatever is kept of a request
 *   takes sixteen at least. Short texts that were read lately still replace shorter ones, and code is
 *   compiled again: that was 2 MB.
 * - External memory is a few buffers of streams, which go with the next collection.
 * - What the process holds (RSS) goes up and down with the collector's pages and the C library's
 *   arenas, by some 10 MB: 32 MB are 17 bytes for each request.
 */
export const allowance: Allowance = { heap: 4e6, external: 1e6, rss: 32e6 };

/**
 * The same where a short run is compared with its first fifth: memories that have a bound (recent
 * texts, expressions, plans) still fill, and code is still compiled.
 */
export const allowanceOfShortRun: Allowance = { heap: 16e6, external: 2e6, rss: 96e6 };

/** The sample that the last one is compared with. */
export function baselineOf(samples: readonly Sample[]): Sample {
  const from = Math.min(baselineRequests, samples.at(-1)!.requests / 5);
  return samples.find(({ requests }) => requests >= from)!;
}

/** @returns a line for each limit that is broken */
export function growthFaults(baseline: Sample, last: Sample): string[] {
  const allowed = baseline.requests < baselineRequests ? allowanceOfShortRun : allowance;
  return (["heap", "external", "rss"] as const).flatMap((part) => {
    const growth = last[part] - baseline[part];
    if (growth <= allowed[part]) return [];
    const requests = last.requests - baseline.requests;
    const each = (growth / Math.max(1, requests)).toFixed(1);
    return [
      `${part} grew by ${megabytes(growth)} MB in ${requests} requests (${each} bytes each), ` +
        `allowed are ${megabytes(allowed[part])} MB`,
    ];
  });
}

export const sampleHeader: string = line(
  "requests",
  "seconds",
  "per second",
  "heap MB",
  "external MB",
  "RSS MB",
);

export function sampleLine({ requests, seconds, heap, external, rss }: Sample): string {
  const rate = seconds === 0 ? "" : (requests / seconds).toFixed(0);
  return line(String(requests), seconds.toFixed(0), rate, ...[heap, external, rss].map(megabytes));
}

function line(...cells: readonly string[]): string {
  return cells.map((cell) => cell.padStart(12)).join("");
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(2);
}
