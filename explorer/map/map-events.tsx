/** Events at a place in a month: dots on a map, and a list by date. */
import { type Events, events, type Shapes, shapes } from "../backend/world.ts";
import { Chart } from "../charts/chart.tsx";
import { useNames } from "../parts/chips.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { counted, numberText, unitText } from "../parts/format.ts";
import { NodeLink } from "../parts/links.tsx";
import { Shown } from "../parts/states.tsx";
import { Figure } from "../parts/values.tsx";
import { SaveRows } from "../saving/save-rows.tsx";
import { useAnswer } from "../shell/answered.ts";
import { type MapChoice, showMap } from "./map-choice.ts";

type ShownEvent = Events["events"][number];

export function EventsOnMap({ choice }: { readonly choice: MapChoice }) {
  const { place, type, event, date } = choice;
  const answered = useAnswer(JSON.stringify(choice), async (signal) => {
    const [found, areas] = await Promise.all([
      events({ place, type: event, month: date }, signal),
      type === "" ? { features: [], unread: 0 } : shapes(place, type, signal),
    ]);
    return { found, areas };
  });
  return (
    <Shown answered={answered} what="events">
      {({ found, areas }) => <EventFigure {...{ choice, found, areas }} />}
    </Shown>
  );
}

interface EventFigureProps {
  readonly choice: MapChoice;
  readonly found: Events;
  readonly areas: Pick<Shapes, "features">;
}

function EventFigure({ choice, found, areas: { features } }: EventFigureProps) {
  const { place, event } = choice;
  const names = useNames([place, event]);
  const title = names.get(event) ?? event;
  const dots = found.events.flatMap((one) => {
    const { latitude = 0, longitude = 0 } = one.point ?? {};
    return one.point === undefined ? [] : [{ latitude, longitude, about: aboutOne(one) }];
  });
  const where = names.get(place) ?? place;
  const areas = features.map((feature) => ({
    feature,
    name: feature.properties.name,
    color: undefined,
    about: feature.properties.name,
  }));
  const unplaced = found.events.length - dots.length;
  const about = `${title}: ${counted(found.events.length, "event")}, ${found.month}`;
  return (
    <>
      <Figure
        title={<bdi>{title}</bdi>}
        about={
          <>
            {counted(found.events.length, "event")} · <bdi>{where}</bdi> · {found.month}
          </>
        }
        control={<MonthField {...{ choice, found }} />}
      >
        {dots.length > 0 && (
          <Chart
            drawn={JSON.stringify([about, dots, features.length])}
            draw={({ map }, sheet) =>
              map(areas, sheet, `${about}. The list below has all of them.`, dots)
            }
            texts={{
              title: `${title}`,
              about: `${counted(found.events.length, "event")} · ${where} · ${found.month}`,
              sources: [],
            }}
          />
        )}
        {unplaced > 0 && (
          <p class="quiet note">
            Without a location, and in the list only: {counted(unplaced, "event")}.
          </p>
        )}
      </Figure>
      <EventList events={found.events} />
    </>
  );
}

const aboutOne = ({ name, dcid, date, size }: ShownEvent): string =>
  [name || dcid, date, sizeText(size)].filter(Boolean).join("\n");

/** `SquareKilometer2.5`: the number first. */
function sizeText(size: string): string {
  const [, unit = "", number] = /^(\D*?)(-?\d.*)$/.exec(size) ?? [];
  const value = Number(number);
  return Number.isFinite(value) ? `${numberText(value)} ${unitText(unit)}`.trim() : size;
}

function MonthField({ choice, found }: Pick<EventFigureProps, "choice" | "found">) {
  const { months, month } = found;
  return (
    <select
      class="select"
      aria-label="Month"
      value={month}
      onChange={({ currentTarget }) => showMap({ ...choice, date: currentTarget.value })}
    >
      {!months.includes(month) && <option value={month}>{month}</option>}
      {months.toReversed().map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function EventList({ events }: Pick<Events, "events">) {
  const columns = [
    { name: "Date", valueOf: ({ date }: ShownEvent) => date },
    {
      name: "Event",
      valueOf: ({ name, dcid }: ShownEvent) => name || dcid,
      show: ({ dcid, name }: ShownEvent) => <NodeLink dcid={dcid} name={name || dcid} />,
    },
    ...(events.some(({ size }) => size !== "")
      ? [{ name: "Size", valueOf: ({ size }: ShownEvent) => sizeText(size) }]
      : []),
  ];
  return (
    <section class="block" aria-labelledby="events">
      <div class="block-head">
        <h2 id="events">Events by date</h2>
        <SaveRows table={{ columns, rows: events }} name="events" />
      </div>
      <DataTable caption="Events by date" columns={columns} rows={events} />
    </section>
  );
}
