import { Button, Group } from "@mantine/core";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { TablePages } from "@turnpike/ui/TablePages.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { IconDownload, IconInbox } from "@turnpike/ui/icons.ts";
import type { ReactNode } from "react";
import { useT } from "../../lib/words.ts";
import { type ListColumn, tableColumns } from "./columns.ts";
import { saveRows } from "./export-rows.ts";
import classes from "./list.module.css";

/** Rows per page, as rendering hundreds at once is slow; the URL holds the page. */
const PAGE_SIZE = 25;

/** Rows of an answer that is not paged. */
export function Rows<Row>(props: {
  name: string;
  title?: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  error?: Error | null;
  onRetry?: () => void;
  actions?: (row: Row) => ReactNode;
  tools?: ReactNode;
  /** Shown above the rows. */
  filters?: ReactNode;
  empty: string;
  /** Offers the rows for download. */
  exported?: boolean;
}) {
  const t = useT();
  const { rows } = props;
  const url = useTableUrl(props.name, PAGE_SIZE);
  const shown = rows?.slice((url.page - 1) * url.limit, url.page * url.limit);
  useLastPage(url, rows && { items: shown ?? [], total: rows.length });
  const label = t("tableOf", { name: props.title ?? props.name });
  const headless = !(props.title || props.tools || props.exported || props.filters);
  return (
    <Panel
      flush
      className={headless ? `${classes.dense} ${classes.bare}` : (classes.dense ?? "")}
      {...(props.title ? { title: props.title } : {})}
      actions={
        props.tools || props.exported ? (
          <Group gap="xs">
            {props.tools}
            {props.exported && (
              <Button
                size="xs"
                variant="default"
                disabled={!rows?.length}
                leftSection={<IconDownload size={15} aria-hidden />}
                onClick={() => saveRows(props.name, props.columns, rows ?? [])}
              >
                {t("export")}
              </Button>
            )}
          </Group>
        ) : undefined
      }
    >
      {props.filters}
      <DataTable
        label={label}
        columns={tableColumns(props.columns)}
        rows={shown}
        rowId={props.rowId}
        error={props.error ?? null}
        {...(props.onRetry ? { onRetry: props.onRetry } : {})}
        empty={<EmptyState icon={<IconInbox size={22} />} title={props.empty} />}
        {...(props.actions ? { actions: props.actions } : {})}
      />
      {rows && <TablePages url={url} total={rows.length} label={label} />}
    </Panel>
  );
}
