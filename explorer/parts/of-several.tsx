/** Variables whose observations are about several entities: a place alone has no value of them. */
import { node } from "../backend/world.ts";
import { linkTo } from "../shell/route.ts";
import { useNames } from "./chips.tsx";

/** Which of some variables are such ones. */
export async function ofSeveral(
  variables: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  if (variables.length === 0) return [];
  const { data = {} } = await node(variables, "->observationProperties", "", signal);
  return variables.filter((dcid) => {
    const arcs = Object.hasOwn(data, dcid) ? data[dcid]?.arcs : undefined;
    return propertiesIn(arcs).length > 0;
  });
}

/** By which observations are about entities, except the usual property. */
export const propertiesIn = (
  arcs: Readonly<Record<string, { readonly nodes?: readonly { readonly dcid?: string }[] }>> = {},
): readonly string[] =>
  (arcs["observationProperties"]?.nodes ?? []).flatMap(({ dcid }) =>
    dcid === "observationAbout" ? [] : (dcid ?? []),
  );

/** Where they are shown instead. */
export function SeeFlows({ variables }: { readonly variables: readonly string[] }) {
  const names = useNames(variables);
  return (
    <>
      {variables.map((variable) => (
        <p key={variable} class="quiet note">
          A place alone has no values of <bdi>{names.get(variable) ?? variable}</bdi>: see its{" "}
          <a href={linkTo("flows", { variable })}>flows</a>.
        </p>
      ))}
    </>
  );
}
