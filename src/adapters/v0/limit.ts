/** The largest `limit` of the `/node` endpoints (behaviour: v0 2.3, v0 3.2). */
const limitMax = 500;

/**
 * The limit in force. Larger ones are cut without an error; 0 and less mean the most (behaviour: v0
 * 2.3).
 */
export function capped(limit: number): number {
  return limit > 0 ? Math.min(limit, limitMax) : limitMax;
}
