import type { Column } from "@turnpike/ui/DataTable.tsx";
import type { ReactNode } from "react";
import { word } from "../../lib/words.ts";
import { NONE } from "../cells.tsx";

/** A column of a list: its title is `columns.<title>`, its text is what is exported. */
export interface ListColumn<Row> {
  key: string;
  /** Another entry of `columns` than the key's. */
  title?: string;
  text: (row: Row) => string | number | null;
  /** What is shown; the text where there is nothing better. */
  show?: (row: Row) => ReactNode;
  align?: "right";
  sortable?: boolean;
  /** Left out where the window has less room, as in `Column`. */
  extra?: boolean | "narrow";
  wrap?: boolean;
  width?: number;
  /** In the exported file alone. */
  exportOnly?: boolean;
}

export const titleOf = (column: { key: string; title?: string }): string =>
  word("columns", column.title ?? column.key);

/** The columns as the table takes them. */
export function tableColumns<Row>(columns: readonly ListColumn<Row>[]): Column<Row>[] {
  const shown = columns.filter(({ exportOnly }) => !exportOnly);
  return shown.map(({ key, title, text, show, exportOnly: _never, ...rest }) => ({
    ...rest,
    key,
    title: titleOf({ key, ...(title === undefined ? {} : { title }) }),
    render: show ?? ((row) => text(row) ?? NONE),
  }));
}
