/** A list that grows by a field and shrinks by buttons. */
import { type Found, namesOf } from "../backend/world.ts";
import { useAnswer } from "../shell/answered.ts";
import { FindBox, type FindBoxProps } from "./find-box.tsx";

interface ChipsProps extends Omit<FindBoxProps, "onChoose"> {
  readonly dcids: readonly string[];
  /** A choice takes the place of the last one. */
  readonly isSingle?: boolean;
  readonly onChange: (dcids: readonly string[]) => void;
}

export function Chips({ dcids, isSingle = false, onChange, ...box }: ChipsProps) {
  const names = useNames(dcids);
  const add = ({ dcid }: Found) =>
    onChange(isSingle ? [dcid] : [...dcids.filter((one) => one !== dcid), dcid]);
  return (
    <div class="chips-field">
      <FindBox {...box} onChoose={add} />
      {dcids.length > 0 && (
        <ul class="chips" aria-label={`Chosen: ${box.label}`}>
          {dcids.map((dcid) => (
            <li key={dcid} class="chip">
              <bdi title={dcid}>{names.get(dcid) ?? dcid}</bdi>
              <button
                type="button"
                aria-label={`Remove ${names.get(dcid) ?? dcid}`}
                onClick={() => onChange(dcids.filter((one) => one !== dcid))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Names of nodes; none until they are there. */
export function useNames(dcids: readonly string[]): ReadonlyMap<string, string> {
  const answered = useAnswer(JSON.stringify(dcids), () => namesOf(dcids));
  return answered.state === "failed" ? new Map() : (answered.value ?? new Map());
}
