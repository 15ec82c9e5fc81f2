/** The fields in which a user corrects what the columns of a table hold. */
import type { ColumnsProposal, KnownColumns } from "../backend/messages.ts";
import { headingsOf, isNamed, labels, withField } from "./table-known.ts";

interface FieldsProps {
  readonly known: KnownColumns;
  readonly proposal: ColumnsProposal;
  readonly onChange: (known: KnownColumns) => void;
}

/** For a text of all rows instead of a heading. */
const another = " ";

export function Fields(props: FieldsProps) {
  const { known, proposal } = props;
  const sheet = (proposal.columns ?? proposal.draft)?.sheet;
  return (
    <>
      {(known.sheet ?? sheet) !== undefined && (
        <TextField {...props} member="sheet" example={sheet ?? ""} />
      )}
      <AboutField {...props} />
      {isNamed(proposal, known) ? (
        <>
          <TextField {...props} member="type" example="such as State or County" />
          <TextField {...props} member="within" example="such as country/USA" />
          <TextField {...props} member="create" example="such as town/" />
        </>
      ) : (
        <TextField {...props} member="prefix" example="such as geoId/" />
      )}
      <HeadingField {...props} member="date" forAll="one date for all rows" />
      <HeadingField {...props} member="variable" forAll="one for all rows" />
      <HeadingField {...props} member="value" />
      <HeadingField {...props} member="unit" forAll="one unit for all rows" />
      <label class="field">
        <span class="field-label">{labels.decimal}</span>
        <select
          class="select"
          value={known.decimal ?? ""}
          onChange={({ currentTarget }) =>
            props.onChange(withField(known, { decimal: currentTarget.value }))
          }
        >
          <option value="">as found: {proposal.decimal}</option>
          <option value=".">.</option>
          <option value=",">,</option>
        </select>
      </label>
    </>
  );
}

/** A column of names, or one of ids. */
function AboutField({ known, proposal, onChange }: FieldsProps) {
  const { name, entity } = known;
  const value =
    name !== undefined ? `name ${name}` : entity !== undefined ? `entity ${entity}` : "";
  const choose = (chosen: string) => {
    const [kind = "", ...words] = chosen.split(" ");
    onChange(withField(known, { name: "", entity: "", ...(kind && { [kind]: words.join(" ") }) }));
  };
  return (
    <label class="field">
      <span class="field-label">{labels.entity}</span>
      <select
        class="select"
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">{asFound(proposal, "entity")}</option>
        {headingsIn(proposal).flatMap((heading) => [
          <option key={`name ${heading}`} value={`name ${heading}`}>
            names in {heading}
          </option>,
          <option key={`entity ${heading}`} value={`entity ${heading}`}>
            ids in {heading}
          </option>,
        ])}
      </select>
    </label>
  );
}

interface HeadingFieldProps extends FieldsProps {
  readonly member: "date" | "variable" | "value" | "unit";
  /** Offers a text that holds for all rows. */
  readonly forAll?: string;
}

function HeadingField({ member, forAll, known, proposal, onChange }: HeadingFieldProps) {
  const value = known[member] ?? "";
  const headings = headingsIn(proposal);
  const isForAll = value !== "" && !headings.includes(value);
  const set = (text: string) => onChange(withField(known, { [member]: text }));
  return (
    <div class="field">
      <label>
        <span class="field-label">{labels[member]}</span>
        <select
          class="select"
          value={isForAll ? another : value}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        >
          <option value="">{asFound(proposal, member)}</option>
          {headings.map((heading) => (
            <option key={heading} value={heading}>
              {heading}
            </option>
          ))}
          {forAll !== undefined && <option value={another}>{forAll}</option>}
        </select>
      </label>
      {isForAll && (
        <input
          class="find-input field-text"
          aria-label={`${labels[member]}: ${forAll}`}
          value={value.trim()}
          onInput={({ currentTarget }) => set(currentTarget.value || another)}
        />
      )}
    </div>
  );
}

interface TextFieldProps extends FieldsProps {
  readonly member: "type" | "within" | "create" | "prefix" | "sheet";
  readonly example: string;
}

function TextField({ member, example, known, proposal, onChange }: TextFieldProps) {
  const entity = proposal.columns?.entity;
  const found = typeof entity === "object" && member in entity ? Reflect.get(entity, member) : "";
  return (
    <label class="field">
      <span class="field-label">{labels[member]}</span>
      <input
        class="find-input"
        value={known[member] ?? ""}
        placeholder={found ? `as found: ${found}` : example}
        onInput={({ currentTarget }) =>
          onChange(withField(known, { [member]: currentTarget.value }))
        }
      />
    </label>
  );
}

const headingsIn = ({ found }: ColumnsProposal): readonly string[] =>
  found.map(({ heading }) => heading).filter((heading) => heading !== "");

function asFound(proposal: ColumnsProposal, role: string): string {
  const found = headingsOf(proposal, role);
  return found.length === 0 ? "as found: none" : `as found: ${found.join(", ")}`;
}
