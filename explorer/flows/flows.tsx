/** Observations about several entities: one chooses an entity for each property, or sees all. */
import { type Flows as Answer, flows } from "../backend/world.ts";
import { Chips, useNames } from "../parts/chips.tsx";
import { counted, numberText } from "../parts/format.ts";
import { Shown } from "../parts/states.tsx";
import { useAnswer } from "../shell/answered.ts";
import { linkTo } from "../shell/route.ts";
import { choosing, chosenOf, type FlowChoice, flowChoiceIn, showFlows } from "./flow-choice.ts";
import { FlowValues } from "./flow-values.tsx";

type Property = Answer["properties"][number];

export function Flows({ fields }: { readonly fields: URLSearchParams }) {
  const choice = flowChoiceIn(fields);
  const { variable } = choice;
  return (
    <>
      <div class="screen-head">
        <h1>Flows</h1>
        <p class="lead">
          Observations about several entities, such as migrants from one country to another.
        </p>
      </div>
      <form class="controls" onSubmit={(event) => event.preventDefault()}>
        <Chips
          label="Variable"
          kind="variable"
          isSingle
          dcids={variable === "" ? [] : [variable]}
          onChange={([chosen = ""]) => showFlows({ variable: chosen, column: "", entities: [] })}
        />
      </form>
      {variable === "" ? (
        <p class="empty">Choose a variable.</p>
      ) : (
        <OfVariable key={variable} choice={choice} />
      )}
    </>
  );
}

function OfVariable({ choice }: { readonly choice: FlowChoice }) {
  const { variable } = choice;
  const answered = useAnswer(variable, (signal) => flows(variable, signal));
  return (
    <Shown answered={answered} what="entities">
      {({ properties }) =>
        properties.length === 0 ? (
          <p class="empty">
            Each observation of this variable is about one entity: see its{" "}
            <a href={linkTo("timeline", { variable })}>timeline</a>.
          </p>
        ) : (
          <OfProperties {...{ choice, properties }} />
        )
      }
    </Shown>
  );
}

interface OfPropertiesProps {
  readonly choice: FlowChoice;
  readonly properties: readonly Property[];
}

function OfProperties({ choice, properties }: OfPropertiesProps) {
  const all = properties.map(({ property }) => property);
  const names = useNames(all);
  const nameOf = (property: string) => names.get(property) ?? property;
  const open = all.filter((property) => chosenOf(choice, property) === "");
  const column = open.includes(choice.column) ? choice.column : (open.at(-1) ?? "");
  return (
    <>
      <form class="controls" onSubmit={(event) => event.preventDefault()}>
        {properties.map((one) => (
          <EntityField key={one.property} {...{ choice, one, label: nameOf(one.property) }} />
        ))}
        {open.length > 1 && (
          <label class="field">
            <span class="field-label">Columns</span>
            <select
              class="select"
              value={column}
              onChange={({ currentTarget }) =>
                showFlows({ ...choice, column: currentTarget.value })
              }
            >
              {open.map((property) => (
                <option key={property} value={property}>
                  {nameOf(property)}
                </option>
              ))}
            </select>
          </label>
        )}
      </form>
      <FlowValues {...{ choice, properties: all, open, column, nameOf }} />
    </>
  );
}

interface EntityFieldProps {
  readonly choice: FlowChoice;
  readonly one: Property;
  readonly label: string;
}

function EntityField({ choice, one: { property, entities, total }, label }: EntityFieldProps) {
  const chosen = chosenOf(choice, property);
  const isKnown = chosen === "" || entities.some(({ dcid }) => dcid === chosen);
  const more = total - entities.length;
  return (
    <label class="field">
      <span class="field-label">{label}</span>
      <select
        class="select"
        value={chosen}
        onChange={({ currentTarget }) => showFlows(choosing(choice, property, currentTarget.value))}
      >
        <option value="">all ({numberText(total)})</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {entities.map(({ dcid, name }) => (
          <option key={dcid} value={dcid}>
            {name ?? dcid}
          </option>
        ))}
        {more > 0 && <option disabled>and {counted(more, "other")} with fewer series</option>}
      </select>
    </label>
  );
}
