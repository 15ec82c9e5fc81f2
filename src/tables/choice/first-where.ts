/** Binary search by a condition. */

/** The first number in [start, end) that has a property which all behind it have; else the end. */
export function firstWhere(start: number, end: number, has: (at: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (has(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
