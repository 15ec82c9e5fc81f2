/** A small line without axes. */

interface SparklineProps {
  readonly line: readonly number[];
  /** Whose numbers these are: a source, and its first and last date. */
  readonly lineOf: string;
  /** Whether the number beside it is of another series: then it does not end in a dot. */
  readonly isOther: boolean;
}

const width = 120;
const height = 28;

export function Sparkline({ line: numbers, lineOf, isOther }: SparklineProps) {
  const least = Math.min(...numbers);
  const span = Math.max(...numbers) - least || 1;
  const places = numbers.map((value, at) => [
    2 + (at / Math.max(1, numbers.length - 1)) * (width - 6),
    height - 4 - ((value - least) / span) * (height - 8),
  ]);
  const [x = 0, y = 0] = places.at(-1) ?? [];
  const isPoint = numbers.length === 1;
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={lineOf}>
      <title>{lineOf}</title>
      {!isPoint && (
        <polyline points={places.map((place) => place.map((one) => one.toFixed(1))).join(" ")} />
      )}
      {(isPoint || !isOther) && (
        <circle cx={isPoint ? 4 : x} cy={isPoint ? height / 2 : y} r="2.5" />
      )}
    </svg>
  );
}
