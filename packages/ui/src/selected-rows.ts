import { useState } from "react";

/** The selected rows, across pages, as last loaded. */
export interface SelectedRows<Row> {
  ids: readonly string[];
  rows: Row[];
  select: (ids: string[]) => void;
  clear: () => void;
}

export function useSelectedRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
): SelectedRows<Row> {
  const [selected, setSelected] = useState<Row[]>([]);
  const rowOnPage = (id: string) => rows?.find((row) => row.id === id);
  return {
    ids: selected.map(({ id }) => id),
    rows: selected.map((row) => rowOnPage(row.id) ?? row),
    select: (ids) =>
      setSelected((before) =>
        ids.flatMap((id) => rowOnPage(id) ?? before.find((row) => row.id === id) ?? []),
      ),
    clear: () => setSelected([]),
  };
}
