/** What values are multiplied by, where a text does not say it for sure. */
import { multiplierOf, unclearPower, unitScale } from "../../load/described/multipliers.ts";
import { isNote } from "../../load/layouts/headings.ts";
import { dateIn } from "../../load/values/table-dates.ts";
import { measurementAt } from "../codes/code-lists.ts";
import { unitSaid } from "../column-profile.ts";
import { headingsOf, quoted, type ReadTable } from "../obstacles.ts";
import { optionOf, type Problem } from "../proposal.ts";

/** A title, note or heading that may say that values are in thousands, where nothing multiplies them. */
export function unclearScale(table: ReadTable): Problem | undefined {
  const { sample, profiles, roleOf, known, scales } = table;
  if (known.multiplier !== undefined || known.columns !== undefined) return undefined;
  const notes = sample.rows.flatMap((row) =>
    profiles.length > 1 && isNote(row) ? row.slice(0, 1) : [],
  );
  const below = [...notes, ...(sample.notes ?? [])];
  const around = [...sample.titles, ...below, ...headingsOf(table, "entity")];
  const units = profiles.flatMap(({ heading, codes }) =>
    roleOf(heading) === "unit" ? codes.filter((code) => unitScale(code).power === 0) : [],
  );
  const powerOf = (text: string) => unclearPower(text) ?? Math.log10(multiplierOf(text));
  const text =
    [...headingsOf(table, "value"), ...units].find((one) => unclearPower(one) !== undefined) ??
    (scales.length > 0 ? undefined : around.find((one) => powerOf(one) !== 0));
  if (text === undefined) return undefined;
  const power = 10 ** powerOf(text);
  const money = moneyAround(text, table);
  const said = `'${text.trim()}' may say what values are multiplied by`;
  const values = profiles.filter(
    ({ heading }) => roleOf(heading) === "value" && dateIn(heading) === undefined,
  );
  const isOwn = values.some(({ heading }) => heading === text);
  const counts = values.filter(({ unit }) => unit !== "Percent").map(({ heading }) => heading);
  const others = counts.filter((heading) => powerOf(heading) !== powerOf(text));
  // What a heading says for sure, nothing takes back.
  const isSaid = counts.some((heading) => multiplierOf(heading) !== 1);
  // An answer for all columns would multiply these, too: it is no cure.
  if (isOwn && others.length > 0) {
    const none = isSaid ? [] : ["--multiplier 1"];
    const or = isSaid ? "" : "; --multiplier 1 if no column is multiplied";
    const problem = `'${text.trim()}' may say that its values are multiplied by ${power}, and not those of ${quoted(others)}: a member "multiplier": ${power} of the first column, in the file that --propose writes, says it${or}`;
    return { problem, cures: ["--propose map.json", ...none] };
  }
  const all = (isSaid ? [power] : [power, 1]).map((one) => `--multiplier ${one}${money ?? ""}`);
  const problem = `${said}: ${all.join(" or ")} says it`;
  const unread = money === undefined ? "; --unit says which money it is" : "";
  if (values.length < 2) return { problem: problem + unread, cures: all };
  return {
    problem: `${problem} for all columns of values, and a member "multiplier" of a column for one, in the file that --propose writes${unread}`,
    cures: [...all, "--propose map.json"],
  };
}

/** Dollars alone may be those of any country. */
const ofUnitedStates = /(?<!\p{L})(?:US ?\$|USD(?!\p{L})|U\.?S\.? dollars?)/iu;

/**
 * The option with the money that a text around a table says, where nothing in the table says a unit.
 * @returns "" where no text says it; undefined where it is not sure which money that is
 */
function moneyAround(text: string, { profiles, roleOf, known }: ReadTable): string | undefined {
  const isSaid = profiles.some(({ heading, unit }) => {
    const role = roleOf(heading);
    return role === "unit" || (role === "value" && (unit !== "" || heading === text));
  });
  const unit = unitSaid(text);
  const isMoney = unit !== undefined && unit !== "Percent" && measurementAt(text) === undefined;
  if (!isMoney || isSaid || known.unit !== undefined) return "";
  const isSure = unit !== "USDollar" || ofUnitedStates.test(text);
  return isSure ? ` ${optionOf("unit", unit)}` : undefined;
}
