/** Places in a place at a date: a map, bars where there are no boundaries, or two variables as dots. */
import { useEffect, useState } from "preact/hooks";
import { whenQuiet } from "../backend/ask.ts";
import { childTypes, eventTypes, startOf } from "../backend/world.ts";
import { Chips } from "../parts/chips.tsx";
import { numberText } from "../parts/format.ts";
import { useAnswer } from "../shell/answered.ts";
import { type MapChoice, showMap } from "./map-choice.ts";
import { EventsOnMap } from "./map-events.tsx";
import { OneVariable } from "./map-one.tsx";
import { TwoVariables } from "./map-two.tsx";

function choiceIn(fields: URLSearchParams): MapChoice {
  const field = (name: string) => fields.get(name) ?? "";
  return {
    place: field("place"),
    type: field("type"),
    variable: field("variable"),
    other: field("other"),
    event: field("event"),
    date: field("date"),
    since: field("since"),
  };
}

/** What the choice leaves open is chosen so that something is seen. */
async function completed(choice: MapChoice): Promise<MapChoice> {
  const start = await startOf();
  const place = choice.place || start?.place || "";
  const variable = choice.variable || start?.variable || "";
  if (place === "" || choice.type !== "") return { ...choice, place, variable };
  const types = await childTypes(place);
  const type = (place === start?.place ? start.type : types[0]?.type) ?? "";
  return { ...choice, place, variable, type };
}

export function MapScreen({ fields }: { readonly fields: URLSearchParams }) {
  const choice = choiceIn(fields);
  const { place, type, variable, other, event } = choice;
  const hasEvents = place !== "" && event !== "";
  const isWhole = hasEvents || (place !== "" && type !== "" && variable !== "");
  /** Has no places inside. */
  const [bare, setBare] = useState("");
  useEffect(() => {
    if (isWhole) return;
    void completed(choice).then((whole) => {
      if (whole.type === "") setBare(whole.place);
      showMap(whole, true);
    });
  }, [isWhole, place, variable]);
  return (
    <>
      <div class="screen-head">
        <h1>{other === "" || hasEvents ? "Map" : "Scatter"}</h1>
        <p class="lead">
          Places inside of a place, by one variable on a map or by two as a scatter plot; events at
          a place.
        </p>
      </div>
      <form class="controls" onSubmit={(event) => event.preventDefault()}>
        <Chips
          label="Inside of"
          isSingle
          dcids={place === "" ? [] : [place]}
          onChange={([chosen = ""]) =>
            showMap({ ...choice, place: chosen, type: "", date: "", since: "" })
          }
        />
        <TypeField choice={choice} />
        <Chips
          label="Variable"
          kind="variable"
          {...(type === "" ? {} : { type })}
          isSingle
          dcids={variable === "" ? [] : [variable]}
          onChange={([chosen = ""]) =>
            showMap({ ...choice, variable: chosen, date: "", since: "" })
          }
        />
        <Chips
          label="Second variable"
          kind="variable"
          {...(type === "" ? {} : { type })}
          isSingle
          dcids={other === "" ? [] : [other]}
          onChange={([chosen = ""]) => showMap({ ...choice, other: chosen })}
        />
        <EventField choice={choice} />
      </form>
      {isWhole && <Picture choice={choice} />}
      {!isWhole && place !== "" && bare === place && (
        <p class="empty">
          No places are known inside of “<bdi>{place}</bdi>”: choose another one.
        </p>
      )}
    </>
  );
}

function Picture({ choice }: { readonly choice: MapChoice }) {
  if (choice.event !== "") return <EventsOnMap choice={choice} />;
  return choice.other === "" ? <OneVariable choice={choice} /> : <TwoVariables choice={choice} />;
}

/** Where a place has events. */
function EventField({ choice }: { readonly choice: MapChoice }) {
  const { place, event } = choice;
  const answered = useAnswer(place, async (signal) => {
    await whenQuiet();
    return place === "" ? [] : await eventTypes(place, signal);
  });
  const types = answered.state === "failed" ? [] : (answered.value ?? []);
  const isKnown = event === "" || types.some(({ type }) => type === event);
  if (types.length === 0 && isKnown) return null;
  return (
    <label class="field">
      <span class="field-label">Events</span>
      <select
        class="select"
        value={event}
        onChange={({ currentTarget }) =>
          showMap({ ...choice, event: currentTarget.value, date: "", since: "" })
        }
      >
        <option value="">none</option>
        {!isKnown && <option value={event}>{event}</option>}
        {types.map(({ type, count }) => (
          <option key={type} value={type}>
            {type} ({numberText(count)})
          </option>
        ))}
      </select>
    </label>
  );
}

function TypeField({ choice }: { readonly choice: MapChoice }) {
  const { place, type } = choice;
  const answered = useAnswer(place, async (signal) => {
    if (type !== "") await whenQuiet();
    return place === "" ? [] : await childTypes(place, signal);
  });
  const types = answered.state === "failed" ? [] : (answered.value ?? []);
  const isKnown = types.some((one) => one.type === type);
  return (
    <label class="field">
      <span class="field-label">Places of type</span>
      <select
        class="select"
        value={type}
        onChange={({ currentTarget }) =>
          showMap({ ...choice, type: currentTarget.value, date: "", since: "" })
        }
      >
        {!isKnown && <option value={type}>{type}</option>}
        {types.map((one) => (
          <option key={one.type} value={one.type}>
            {one.type} ({numberText(one.count)})
          </option>
        ))}
      </select>
    </label>
  );
}
