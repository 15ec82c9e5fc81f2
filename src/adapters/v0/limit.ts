/** Specification, Limits: the largest `limit` of the `/node` endpoints. */
const limitMax = 500;

/** The limit in force. Larger ones are cut without an error; 0 and less mean the most (V1-V0 §7). */
export function capped(limit: number): number {
  return limit > 0 ? Math.min(limit, limitMax) : limitMax;
}
