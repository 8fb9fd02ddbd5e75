import type { ReactNode } from "react";
import type { Column } from "../DataTable.tsx";
import { type Kind, type Plain, text as plain } from "./kinds.tsx";

interface ColumnBase {
  title?: string;
  align?: "right";
  /** Hidden on narrow windows, as in `Column`. */
  extra?: NonNullable<Column<never>["extra"]>;
  wrap?: boolean;
  width?: number;
  /** Only in the exported file. */
  exportOnly?: boolean;
}
/** Shows the row's value of that name; text if no kind is given. */
type ValueColumn<Row> = {
  [K in keyof Row & string]: ColumnBase & {
    key: K;
    text?: never;
    show?: never;
  } & (Row[K] extends Plain ? { as?: Kind<Row[K]> } : { as: Kind<Row[K]> });
}[keyof Row & string];
/** Computes a value; `show` renders it. Without `text` the column is not exported. */
type ComputedColumn<Row> = ColumnBase & {
  key: string;
  as?: never;
  text?: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
};

/** A column of a list: one value of a row in cells and in the exported file. */
export type ListColumn<Row> = ValueColumn<Row> | ComputedColumn<Row>;

/** Names a column without a title of its own. */
export type TitleOf = (column: { key: string; title?: string }) => string;
const ownTitle: TitleOf = ({ key, title }) => title ?? key;

/** How to read a column: both forms as functions of the row. */
function reader<Row>(column: ListColumn<Row>) {
  const { key, text, show } = column;
  const valueOf = (row: Row) => (row as Record<string, unknown>)[key];
  const kind = (column.as ?? plain) as Kind<unknown>;
  return {
    show: (row: Row): ReactNode =>
      show ? show(row) : text ? kind.show(text(row)) : kind.show(valueOf(row)),
    text: (row: Row): string | number | null => {
      if (text) return text(row);
      const value = valueOf(row);
      return kind.text ? kind.text(value) : (value as string | number | null);
    },
    exported: text !== undefined || show === undefined,
    align: column.align ?? (show || text ? undefined : kind.align),
  };
}

/** Converts the columns to those of the table; `sorts` are those that can be ordered. */
export function tableColumns<Row>(
  columns: readonly ListColumn<Row>[],
  titleOf: TitleOf = ownTitle,
  sorts: readonly string[] = [],
): Column<Row>[] {
  return columns
    .filter(({ exportOnly }) => !exportOnly)
    .map((column) => {
      const { text: _text, show: _show, as: _kind, exportOnly: _file, align: _, ...rest } = column;
      const { show, align } = reader(column);
      return {
        ...(rest as Omit<Column<Row>, "render" | "title">),
        title: titleOf(column),
        render: show,
        sortable: sorts.includes(column.key),
        ...(align ? { align } : {}),
      };
    });
}

/** The lines of the exported file, its head first. */
export function exportLines<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  titleOf: TitleOf = ownTitle,
): (string | number)[][] {
  const written = columns
    .map((column) => ({ column, ...reader(column) }))
    .filter((one) => one.exported);
  const head = written.map(({ column }) => titleOf(column));
  return [head, ...rows.map((row) => written.map(({ text }) => text(row) ?? ""))];
}
