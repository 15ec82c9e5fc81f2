/** The dates that are wanted: the latest, all, one, or a range. */
import { useState } from "preact/hooks";
import type { Corrections } from "../backend/world.ts";
import { dateText } from "./asked.ts";
import { Choice } from "./choice.tsx";

/** How dates are chosen, and the address's text for what stands in the fields. */
const forms = {
  latest: { text: "latest", fields: [], made: () => "latest" },
  all: { text: "all dates", fields: [], made: () => "all" },
  in: { text: "in", fields: ["Date"], made: ([date]: Dates) => date ?? "" },
  since: { text: "since", fields: ["First date"], made: ([from]: Dates) => from && `${from}..` },
  until: {
    text: "until",
    fields: ["", "Last date"],
    made: ([, to]: Dates) => to && `..${to}`,
  },
  between: {
    text: "from … to",
    fields: ["First date", "Last date"],
    made: ([from, to]: Dates) => from && to && `${from}..${to}`,
  },
} as const;

type Dates = readonly (string | undefined)[];
type Form = keyof typeof forms;

function formOf(date: string): Form {
  if (date === "latest" || date === "all") return date;
  const [from, to] = date.split("..");
  if (to === undefined) return "in";
  if (to === "") return "since";
  return from === "" ? "until" : "between";
}

interface DatePartProps {
  readonly date: NonNullable<Corrections["date"]>;
  readonly said: string | undefined;
  readonly onChange: (date: string) => void;
}

export function DatePart({ date, said, onChange }: DatePartProps) {
  const text = dateText(date);
  const [form, setForm] = useState(formOf(text));
  const [dates, setDates] = useState<Dates>(/\d/.test(text) ? text.split("..") : []);
  const finish = (wanted: Form, given: Dates) => {
    const made = forms[wanted].made(given.map((one) => one?.trim()));
    if (made !== undefined && made !== "" && made !== text) onChange(made);
  };
  return (
    <div class="read-part date-part">
      <Choice
        label="Date"
        said={said}
        value={form}
        options={Object.entries(forms).map(([value, { text: shown }]) => [value, shown] as const)}
        onChange={(value) => {
          setForm(value as Form);
          finish(value as Form, dates);
        }}
      />
      {forms[form].fields.map(
        (label, at) =>
          label !== "" && (
            <input
              key={label}
              class="find-input date-input"
              aria-label={label}
              placeholder="2020"
              value={dates[at] ?? ""}
              onChange={({ currentTarget }) => {
                const given = [0, 1].map((index) =>
                  index === at ? currentTarget.value : dates[index],
                );
                setDates(given);
                finish(form, given);
              }}
            />
          ),
      )}
    </div>
  );
}
