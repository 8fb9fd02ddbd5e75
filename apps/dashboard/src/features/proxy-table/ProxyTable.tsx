import { Group } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BatchBar } from "@turnpike/ui/BatchBar.tsx";
import { type CardLines, type Column, DataTable } from "@turnpike/ui/DataTable.tsx";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { tableProps } from "@turnpike/ui/table-props.ts";
import type { TableUrl } from "@turnpike/ui/table-url.ts";
import { ViewsMenu } from "@turnpike/ui/ViewsMenu.tsx";
import { sessionUser } from "../../lib/session.ts";
import classes from "./proxy-table.module.css";

interface ProxyTableProps<Row> {
  label: string;
  /** The table's name for its saved views, and its filters' names in the URL. */
  views: { table: string; filters: readonly string[]; prefix?: string };
  columns: readonly Column<Row>[];
  list: UseQueryResult<{ items: Row[]; total: number }, Error>;
  url: TableUrl;
  rowName: (row: Row) => string;
  card: (row: Row) => CardLines;
  actions: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  /** There are no rows at all, so there is nothing to filter or select. */
  first: boolean;
  filters?: ReactNode;
  /** Shown beside the saved views. */
  tools?: ReactNode;
  selected: SelectedRows<Row>;
  /** "3 IPs selected". */
  selectedLabel: (count: number) => string;
  /** The buttons for the selected rows. */
  batch: ReactNode;
  /** The Delete key's action; without a selection it says that one is needed. */
  onDelete?: () => void;
  empty: ReactNode;
}

/**
 * The table of proxies of every product: filters and saved views above, rows of 44 px (cards of two
 * lines on phones), and a bar for the selected rows below (spec/dashboard#lists-of-proxies).
 */
export function ProxyTable<Row extends { id: string }>(props: ProxyTableProps<Row>) {
  const { selected, first, views } = props;
  const count = selected.ids.length;
  return (
    <>
      {!first && (
        <Group gap="sm" className={classes.toolbar ?? ""}>
          {props.filters}
          <Group gap="xs" className={classes.tools ?? ""}>
            <ViewsMenu {...views} owner={sessionUser()?.id ?? ""} />
            {props.tools}
          </Group>
        </Group>
      )}
      <DataTable<Row>
        label={props.label}
        columns={props.columns}
        rowId={(row) => row.id}
        rowName={props.rowName}
        {...tableProps(props.list, props.url)}
        selection={{ ids: selected.ids, onChange: selected.select }}
        actions={props.actions}
        card={props.card}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.onDelete ? { onDelete: props.onDelete } : {})}
        empty={props.empty}
      />
      {!first && (
        <BatchBar count={count} label={props.selectedLabel(count)} onClear={selected.clear}>
          {props.batch}
        </BatchBar>
      )}
    </>
  );
}
