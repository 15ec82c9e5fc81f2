/** A part of a question: what it is, the words that were read so, how they were read, and how else they may be. */

interface ChoiceProps {
  readonly label: string;
  readonly said: string | undefined;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

export function Choice({ label, said = "", value, options, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span class="field-label">
        {label}
        {said !== "" && (
          <>
            {" · "}“<bdi>{said}</bdi>”
          </>
        )}
      </span>
      <select
        class="select"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
