import { Button, Group } from "@mantine/core";
import { DataTable } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { IconDownload, IconInbox } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useT } from "../../lib/words.ts";
import { type ListColumn, tableColumns } from "./columns.ts";
import { saveRows } from "./export-rows.ts";
import classes from "./list.module.css";

/** Rows that an answer holds all of. */
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
  /** Above the rows. */
  filters?: ReactNode;
  empty: string;
  /** Offers the rows as a file. */
  exported?: boolean;
}) {
  const t = useT();
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
                disabled={!props.rows?.length}
                leftSection={<IconDownload size={15} aria-hidden />}
                onClick={() => saveRows(props.name, props.columns, props.rows ?? [])}
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
        label={t("tableOf", { name: props.title ?? props.name })}
        columns={tableColumns(props.columns)}
        rows={props.rows}
        rowId={props.rowId}
        error={props.error ?? null}
        {...(props.onRetry ? { onRetry: props.onRetry } : {})}
        empty={<EmptyState icon={<IconInbox size={22} />} title={props.empty} />}
        {...(props.actions ? { actions: props.actions } : {})}
      />
    </Panel>
  );
}
