/** Rows, some at a time, in the order of a column. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { counted, numberText } from "./format.ts";

export type CellValue = string | number | null;

export interface DataColumn<Row> {
  readonly name: string;
  readonly valueOf: (row: Row) => CellValue;
  /** Default: the value as text. */
  readonly show?: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly DataColumn<Row>[];
  readonly rows: readonly Row[];
  /** Rows of all; greater than the rows where a server cut them. */
  readonly total?: number;
  /** Rows that are shown at first. Default: 25, or 10 where rows are cards. */
  readonly first?: number;
}

const step = 25;

const isNarrow = (): boolean => matchMedia("(max-width: 640px)").matches;

export function DataTable<Row>({
  caption,
  columns,
  rows,
  total,
  first = isNarrow() ? 10 : step,
}: DataTableProps<Row>) {
  const [count, setCount] = useState(first);
  const [order, setOrder] = useState<{ readonly name: string; readonly isDown: boolean }>();
  const sorted = order === undefined ? rows : sortedBy(rows, columns, order);
  const all = total ?? rows.length;
  const shown = Math.min(count, rows.length);
  return (
    <div class="table-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section class="table-scroll" aria-label={caption} tabIndex={0}>
        <table class="data">
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name, isNumber }) => (
                <th
                  key={name}
                  scope="col"
                  class={isNumber ? "number" : undefined}
                  aria-sort={sortOf(name, order)}
                >
                  <button type="button" onClick={() => setOrder(nextOrder(name, order, isNumber))}>
                    {name}
                    <span aria-hidden="true" class="sort-mark">
                      {order?.name === name ? (order.isDown ? " ↓" : " ↑") : ""}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, count).map((row, at) => (
              <tr key={at}>
                {columns.map((column) => (
                  <td
                    key={column.name}
                    data-label={column.name}
                    class={column.isNumber ? "number" : undefined}
                  >
                    {column.show === undefined ? textOf(column.valueOf(row)) : column.show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="table-foot">
        <span>
          {shown < all && `${numberText(shown)} of `}
          {counted(all, "row")}
        </span>
        {shown < rows.length && (
          <button type="button" class="link-button" onClick={() => setCount(count + step * 4)}>
            Show more rows
          </button>
        )}
      </p>
    </div>
  );
}

function textOf(value: CellValue): ComponentChildren {
  if (value === null || value === "") return "";
  return typeof value === "number" ? numberText(value) : <bdi>{value}</bdi>;
}

type Order = { readonly name: string; readonly isDown: boolean } | undefined;

function sortOf(name: string, order: Order): "ascending" | "descending" | "none" {
  if (order?.name !== name) return "none";
  return order.isDown ? "descending" : "ascending";
}

/** Numbers begin with the greatest. */
const nextOrder = (name: string, order: Order, isNumber = false): Order =>
  order?.name === name ? { name, isDown: !order.isDown } : { name, isDown: isNumber };

function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly DataColumn<Row>[],
  { name, isDown }: NonNullable<Order>,
): readonly Row[] {
  const column = columns.find((one) => one.name === name);
  if (column === undefined) return rows;
  return rows.toSorted((a, b) => {
    const [left, right] = [column.valueOf(a), column.valueOf(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const compared =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : `${left}`.localeCompare(`${right}`, "en", { numeric: true });
    return isDown ? -compared : compared;
  });
}
