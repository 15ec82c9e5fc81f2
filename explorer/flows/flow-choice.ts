/** What the screen of flows shows: its address. */
import { goTo, linkTo } from "../shell/route.ts";

export interface FlowChoice {
  readonly variable: string;
  /** The property whose entities are columns. */
  readonly column: string;
  /** `property entity`, for properties of which one entity is chosen. */
  readonly entities: readonly string[];
}

export const flowChoiceIn = (fields: URLSearchParams): FlowChoice => ({
  variable: fields.get("variable") ?? "",
  column: fields.get("column") ?? "",
  entities: fields.getAll("entity"),
});

export const showFlows = ({ variable, column, entities }: FlowChoice): void =>
  goTo(linkTo("flows", { variable, column, entity: entities }));

/** Empty where all are wanted. */
export const chosenOf = ({ entities }: FlowChoice, property: string): string =>
  entities.find((one) => one.startsWith(`${property} `))?.slice(property.length + 1) ?? "";

export function choosing(choice: FlowChoice, property: string, entity: string): FlowChoice {
  const others = choice.entities.filter((one) => !one.startsWith(`${property} `));
  return { ...choice, entities: entity === "" ? others : [...others, `${property} ${entity}`] };
}
