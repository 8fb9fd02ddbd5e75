import type { Column } from "@turnpike/ui/DataTable.tsx";
import type { ReactNode } from "react";
import { word } from "../../lib/words.ts";
import { NONE } from "../cells.tsx";

/** A column of a list: its title is `columns.<title>`, its `text` is exported. */
export interface ListColumn<Row> {
  key: string;
  /** Key in `columns`, if it differs from `key`. */
  title?: string;
  text: (row: Row) => string | number | null;
  /** Renders the cell; defaults to `text`. */
  show?: (row: Row) => ReactNode;
  align?: "right";
  sortable?: boolean;
  /** Hidden on narrow windows, as in `Column`. */
  extra?: boolean | "narrow";
  wrap?: boolean;
  width?: number;
  /** Only in the exported file. */
  exportOnly?: boolean;
}

export const titleOf = (column: { key: string; title?: string }): string =>
  word("columns", column.title ?? column.key);

/** Converts the columns to those of the table. */
export function tableColumns<Row>(columns: readonly ListColumn<Row>[]): Column<Row>[] {
  const shown = columns.filter(({ exportOnly }) => !exportOnly);
  return shown.map(({ key, title, text, show, exportOnly: _never, ...rest }) => ({
    ...rest,
    key,
    title: titleOf({ key, ...(title === undefined ? {} : { title }) }),
    render: show ?? ((row) => text(row) ?? NONE),
  }));
}
