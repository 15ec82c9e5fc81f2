/** How a question was read, part by part. Each part can be changed. */
import { useState } from "preact/hooks";
import { childTypes, type Found, type Understood } from "../backend/world.ts";
import { FindBox } from "../parts/find-box.tsx";
import { undividable } from "../parts/per-capita.ts";
import { useAnswer } from "../shell/answered.ts";
import { type Asked, askAgain, dateText } from "./asked.ts";
import { Choice } from "./choice.tsx";
import { DatePart } from "./date-part.tsx";

interface ReadAsProps {
  readonly asked: Asked;
  readonly understood: Understood;
}

export function ReadAs({ asked, understood }: ReadAsProps) {
  const { places, variables, date, unread, denominator, perCapita } = understood;
  const change = (changed: Partial<Asked>) => askAgain({ ...asked, ...changed });
  const setAt = (all: readonly { readonly value: string }[], at: number, value: string) =>
    all.map((one, index) => (index === at ? value : one.value)).filter((one) => one !== "");
  const ofPlaces = places.map(({ entities: value }) => ({ value }));
  const ofVariables = variables.map(({ dcid: value }) => ({ value }));
  return (
    <section class="read-as" aria-label="How the question was read">
      {variables.map(({ dcid, name, others, span }, at) => (
        <Part
          key={`variable ${dcid}`}
          label="Variable"
          said={span?.text}
          kind="variable"
          options={[{ dcid, ...(name && { name }) }, ...others]}
          isOne={variables.length === 1}
          onChange={(value) => change({ variable: setAt(ofVariables, at, value) })}
        />
      ))}
      {variables.map(({ dcid, only = [] }) =>
        only.length === 0 ? null : (
          <p class="note" key={`only ${dcid}`}>
            Only {only.map(({ property, name }) => `${property} ${name}`).join(", ")}: nothing that
            was found has the total
          </p>
        ),
      )}
      {places.map(({ entities, name, within, others, span, isAssumed }, at) => (
        <Part
          key={`place ${entities}`}
          label={isAssumed ? "Place, by default" : "Place"}
          said={span?.text}
          kind="place"
          options={[{ dcid: entities, name }, ...(within ? [within] : []), ...others]}
          isOne={places.length === 1}
          onChange={(value) => change({ place: setAt(ofPlaces, at, value) })}
        />
      ))}
      <DatePart
        key={dateText(date.date)}
        date={date.date}
        said={date.span?.text}
        onChange={(changed) => change({ date: changed })}
      />
      <IntentPart {...{ asked, understood }} />
      {denominator !== undefined ? (
        <p class="note">
          Divided by <bdi>{denominator.name ?? denominator.dcid}</bdi>
        </p>
      ) : perCapita === undefined ? (
        <PerCapita
          variables={ofVariables.map(({ value }) => value)}
          onChange={() => change({ per: "capita" })}
        />
      ) : (
        <label class="check-field">
          <input type="checkbox" checked onChange={() => change({ per: "none" })} />
          Per capita
        </label>
      )}
      {unread.length > 0 && (
        <p class="quiet note">Not used: {unread.map(({ text }) => `“${text}”`).join(", ")}</p>
      )}
    </section>
  );
}

/** Where values can be divided by people. */
function PerCapita({
  variables,
  onChange,
}: {
  variables: readonly string[];
  onChange: () => void;
}) {
  const answered = useAnswer(JSON.stringify(variables), (signal) => undividable(variables, signal));
  const isOffered = answered.state === "there" && answered.value.length === 0;
  if (!isOffered || variables.length === 0) return null;
  return (
    <label class="check-field">
      <input type="checkbox" checked={false} onChange={onChange} />
      Per capita
    </label>
  );
}

interface PartProps {
  readonly label: string;
  /** The words that were read so. */
  readonly said: string | undefined;
  readonly kind: "place" | "variable";
  /** The chosen one first. */
  readonly options: readonly { readonly dcid: string; readonly name?: string }[];
  /** Whether it cannot be left out. */
  readonly isOne: boolean;
  /** Empty: it is left out. */
  readonly onChange: (dcid: string) => void;
}

const another = "another";
const none = "none";

function Part({ label, said, kind, options, isOne, onChange }: PartProps) {
  const [isFinding, setFinding] = useState(false);
  const [chosen] = options;
  const take = (value: string) => {
    if (value === another) setFinding(true);
    else onChange(value === none ? "" : value);
  };
  return (
    <div class="read-part">
      <Choice
        label={label}
        said={said}
        value={isFinding ? another : (chosen?.dcid ?? "")}
        options={[
          ...options.map(({ dcid, name }) => [dcid, name ?? dcid] as const),
          [another, `another ${kind} …`],
          ...(isOne ? [] : [[none, "leave out"] as const]),
        ]}
        onChange={take}
      />
      {isFinding && (
        <FindBox
          label={`Another ${kind}`}
          kind={kind}
          onChoose={({ dcid }: Found) => onChange(dcid)}
        />
      )}
    </div>
  );
}

const intents = [
  ["value", "the values"],
  ["ranking highest", "ranking, highest first"],
  ["ranking lowest", "ranking, lowest first"],
  ["comparison", "comparison"],
  ["correlation", "one variable against the other"],
  ["change", "change"],
  ["map", "map"],
] as const;

function IntentPart({ asked, understood }: ReadAsProps) {
  const { intent, places, variables } = understood;
  const value = intent.kind === "ranking" ? `ranking ${intent.order ?? "highest"}` : intent.kind;
  const offered = intents.filter(([kind]) => kind !== "correlation" || variables.length > 1);
  const take = async (kind: string) => {
    const [only] = places;
    // One place alone is not ranked: places inside it are.
    const isInside = /ranking|correlation|map/.test(kind) && places.length === 1 && !only?.isSet;
    const type =
      only !== undefined && isInside ? (await childTypes(only.entities))[0]?.type : undefined;
    const set = `${only?.entities}<-containedInPlace+{typeOf:${type}}`;
    askAgain({ ...asked, intent: kind, ...(type !== undefined && { place: [set] }) });
  };
  return (
    <Choice
      label="Shown as"
      said={intent.span?.text}
      value={value}
      options={offered}
      onChange={(kind) => void take(kind)}
    />
  );
}
