import { Button } from "@mantine/core";
import { DataTable, type Selection } from "@turnpike/ui/DataTable.tsx";
import { EmptyState } from "@turnpike/ui/EmptyState.tsx";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { IconDownload, IconInbox } from "@turnpike/ui/icons.ts";
import { type ReactNode, useState } from "react";
import type { CallName, Item, CallInput } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { type ListColumn, tableColumns } from "./columns.ts";
import { exportRows } from "./export-rows.ts";
import { type Filter, Filters } from "./Filters.tsx";
import classes from "./list.module.css";

const PAGE_SIZE = 25;

interface ListProps<K extends CallName> {
  call: K;
  /** Name of the table, and of the file it is exported to. */
  name: string;
  title?: string;
  /** Fields of the call that are not filters. */
  fixed?: object;
  filters?: readonly Filter[];
  /** Converts the filters to the call's fields, where they differ. */
  toInput?: (values: Record<string, string>) => object;
  columns: readonly ListColumn<Item<K>>[];
  rowId: (row: Item<K>) => string;
  actions?: (row: Item<K>) => ReactNode;
  onOpen?: (row: Item<K>) => void;
  selection?: Selection;
  /** Shown above the rows, at the end. */
  tools?: ReactNode;
  /** Text for the empty list. */
  empty: string;
  /** Distinguishes several lists of one screen in the URL. */
  prefix?: string;
}

const nonEmptyValues = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));

/** Page, order and filters from the URL, and the API's answer for them. */
function useList<K extends CallName>(props: ListProps<K>) {
  const url = useTableUrl(props.prefix, PAGE_SIZE);
  const filters = props.filters ?? [];
  const [values, setValues] = useUrlText(filters.map(({ name }) => name));
  const filtered = nonEmptyValues(values);
  const question = { ...props.fixed, ...(props.toInput?.(filtered) ?? filtered) };
  const sort = url.sort ? { sort: (url.sort.direction === "desc" ? "-" : "") + url.sort.key } : {};
  const pageInput = { ...question, ...sort, page: url.page, limit: url.limit };
  const list = useCall(props.call, pageInput as unknown as CallInput<K>, { keepLast: true });
  const answer = list.data as { items: Item<K>[]; total: number } | undefined;
  useLastPage(url, answer);
  return { url, values, setValues, list, answer, question, filtered: Object.keys(filtered).length };
}

/** Rows of a paged call: filtered, sorted and paged by the URL, and exportable. */
export function List<K extends CallName>(props: ListProps<K>) {
  const t = useT();
  const { url, values, setValues, list, answer, question, filtered } = useList(props);
  const nothing = filtered > 0 ? t("nothingFits") : props.empty;
  return (
    <Panel flush className={classes.dense ?? ""} {...(props.title ? { title: props.title } : {})}>
      <Filters
        filters={props.filters ?? []}
        values={values}
        onChange={(changes) => setValues(changes)}
      >
        {props.tools}
        <Export
          what={{ call: props.call, input: question, name: props.name }}
          columns={props.columns as readonly ListColumn<never>[]}
          rows={answer?.total ?? 0}
        />
      </Filters>
      <DataTable
        label={t("tableOf", { name: props.title ?? props.name })}
        columns={tableColumns(props.columns)}
        rows={answer?.items}
        rowId={props.rowId}
        error={list.error}
        onRetry={() => void list.refetch()}
        total={answer?.total}
        url={url}
        empty={<EmptyState icon={<IconInbox size={22} />} title={nothing} />}
        {...(props.actions ? { actions: props.actions } : {})}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.selection ? { selection: props.selection } : {})}
      />
    </Panel>
  );
}

function Export(props: {
  what: Parameters<typeof exportRows>[0];
  columns: readonly ListColumn<never>[];
  rows: number;
}) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const count = await exportRows(props.what, props.columns);
      toast.success(t("exported", { count }));
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      disabled={props.rows === 0}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void run()}
    >
      {t("export")}
    </Button>
  );
}
