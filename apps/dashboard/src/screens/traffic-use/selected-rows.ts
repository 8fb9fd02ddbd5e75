import { useRef, useState } from "react";

/** The rows that are ticked, over several pages, as they were last seen. */
export interface SelectedRows<Row> {
  ids: readonly string[];
  rows: Row[];
  select: (ids: string[]) => void;
  clear: () => void;
}

export function useSelectedRows<Row extends { id: string }>(
  shown: readonly Row[] | undefined,
): SelectedRows<Row> {
  const [ids, setIds] = useState<string[]>([]);
  const seen = useRef(new Map<string, Row>());
  for (const row of shown ?? []) seen.current.set(row.id, row);
  return {
    ids,
    rows: ids.flatMap((id) => seen.current.get(id) ?? []),
    select: setIds,
    clear: () => setIds([]),
  };
}
