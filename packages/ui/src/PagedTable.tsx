import type { ReactNode } from "react";
import { type Column, DataTable } from "./DataTable.tsx";
import { useLastPage } from "./last-page.ts";
import type { TableUrl } from "./table-url.ts";

/** A call's paged response, as returned by a query. */
interface PagedList<Row> {
  data: { items: Row[]; total: number } | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

/** A table of a paged call's rows; the page is kept in the URL. */
export function PagedTable<Row extends { id: string }>(props: {
  label: string;
  columns: readonly Column<Row>[];
  list: PagedList<Row>;
  url: TableUrl;
  empty: ReactNode;
}) {
  const { list, url, ...table } = props;
  useLastPage(url, list.data);
  return (
    <DataTable
      {...table}
      rows={list.data?.items}
      rowId={(row) => row.id}
      error={list.error}
      onRetry={() => void list.refetch()}
      total={list.data?.total}
      url={url}
    />
  );
}
