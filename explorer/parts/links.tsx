/** Names that lead to nodes, and sources that lead out. */
import { linkTo } from "../shell/route.ts";
import { hostOf } from "./format.ts";

export function NodeLink({ dcid, name }: { readonly dcid: string; readonly name?: string }) {
  return (
    <a href={linkTo("node", { dcid })} title={dcid}>
      <bdi>{name ?? dcid}</bdi>
    </a>
  );
}

/** Of data: only what is a web address can be followed. */
export function SourceLink({ url, name }: { readonly url: string; readonly name: string }) {
  const host = hostOf(url);
  if (host === undefined) return <bdi>{name}</bdi>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      <bdi>{name === "" ? host : name}</bdi>
    </a>
  );
}
