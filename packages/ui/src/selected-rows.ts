import { useState } from "react";

/** The selected rows, across pages, as last loaded. */
export interface SelectedRows<Row> {
  ids: readonly string[];
  rows: Row[];
  select: (ids: readonly string[]) => void;
  clear: () => void;
  /** Deselects rows, such as deleted ones. */
  drop: (ids: readonly string[]) => void;
}

/** The id of a row that has one. */
export const ownId = (row: unknown): string => (row as { id: string }).id;

export function useSelectedRows<Row>(
  rows: readonly Row[] | undefined,
  rowId: (row: Row) => string = ownId,
): SelectedRows<Row> {
  const [selected, setSelected] = useState<Row[]>([]);
  const rowOnPage = (id: string) => rows?.find((row) => rowId(row) === id);
  return {
    ids: selected.map(rowId),
    rows: selected.map((row) => rowOnPage(rowId(row)) ?? row),
    select: (ids) =>
      setSelected((before) =>
        ids.flatMap((id) => rowOnPage(id) ?? before.find((row) => rowId(row) === id) ?? []),
      ),
    clear: () => setSelected([]),
    drop: (ids) => setSelected((before) => before.filter((row) => !ids.includes(rowId(row)))),
  };
}
