import { FrozenColumns } from "../../../../src/store/columns/column-source.ts";
import { doShares, freezeHere } from "../../../../src/store/graph/graph-freeze.ts";
import type { Dictionary } from "../../../../src/store/texts/dictionary.ts";
import { dictionaryFreezing } from "../../../../src/store/texts/text-freeze.ts";
import type {
  LooseTextBuilder,
  TextTableBuilder,
} from "../../../../src/store/texts/text-table-builder.ts";

/** A dictionary of what two builders collected, and its columns. */
export function frozenDictionary(
  nodes: TextTableBuilder,
  literals: TextTableBuilder | LooseTextBuilder,
  columns: FrozenColumns = new FrozenColumns(),
): Dictionary {
  const freezing = dictionaryFreezing([nodes.take()], [literals.take()], columns, 1);
  const { dictionary, index } = freezeHere(freezing);
  doShares([index]);
  return dictionary;
}
