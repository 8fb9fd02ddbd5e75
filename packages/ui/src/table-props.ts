import type { UseQueryResult } from "@tanstack/react-query";
import type { DataTableProps } from "./DataTable.tsx";
import type { TableUrl } from "./table-url.ts";

type PagedTableProps<Row> = Pick<
  DataTableProps<Row>,
  "rows" | "error" | "onRetry" | "total" | "url"
>;

/** Returns the table props for a paged call; with `url` the table has its own pagination. */
export function tableProps<Row>(
  list: UseQueryResult<{ items: Row[]; total: number }, Error>,
  url?: TableUrl,
): PagedTableProps<Row> {
  return {
    rows: list.data?.items,
    error: list.error,
    onRetry: () => void list.refetch(),
    ...(url ? { url, total: list.data?.total } : {}),
  };
}
