import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BatchBar } from "../BatchBar.tsx";
import { type CardLines, DataTable } from "../DataTable.tsx";
import { EmptyState } from "../EmptyState.tsx";
import { IconInbox } from "../icons.ts";
import { formatNumber } from "../lib/format.ts";
import { toast } from "../lib/toast.ts";
import { Panel } from "../Panel.tsx";
import { ViewsMenu } from "../ViewsMenu.tsx";
import { type ListColumn, tableColumns, type TitleOf } from "./columns.ts";
import { ExportButton, type ListExport } from "./ExportButton.tsx";
import { FilterFields } from "./FilterFields.tsx";
import classes from "./list.module.css";
import type { ListState } from "./use-list.ts";

export interface ListProps<Row> {
  list: ListState<Row>;
  /** The table's accessible name. */
  label: string;
  title?: string | undefined;
  description?: ReactNode;
  /** Buttons beside the title. */
  head?: ReactNode;
  /** Shown between the title and the filters. */
  above?: ReactNode;
  columns: readonly ListColumn<Row>[];
  titleOf?: TitleOf;
  /** Names a row in "Select …". */
  rowName?: (row: Row) => string;
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Called on a click anywhere on a row; one of its buttons must do the same. */
  onOpen?: ((row: Row) => void) | undefined;
  /** A card of two lines on phones, instead of all columns. */
  card?: (row: Row) => CardLines;
  /** What the screen draws beside the fields of the filters. */
  filters?: ReactNode;
  /** Buttons beside the filters. */
  tools?: ReactNode;
  /** Offers the rows as a file. */
  file?: ListExport<Row> | undefined;
  batch?: ListBatch<Row> | undefined;
  empty: ListEmpty;
  /** Without a panel, for a list within one. */
  bare?: boolean;
}

/** What can be done with the selected rows. */
export interface ListBatch<Row> {
  /** For example "3 IPs selected"; "3 selected" by default. */
  label?: (count: number) => string;
  buttons: ReactNode;
  /** The Delete key's action, and the sentence it shows without a selection. */
  onDelete?: (rows: Row[]) => void;
  selectFirst?: string;
}

/** Shown instead of rows; `found` if the filters left none. */
export interface ListEmpty {
  icon?: ReactNode;
  title?: string;
  /** Instead of the title and its company. */
  none?: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  found?: { title: string; text?: ReactNode };
}

/** Rows of a call: filtered, ordered and paged by the URL; cards on phones. */
export function List<Row>(props: ListProps<Row>) {
  const { list, batch, title, description } = props;
  const { t } = useTranslation("ui");
  const count = list.selected.ids.length;
  const chosen = batch?.label?.(count) ?? t("list.selected", { number: formatNumber(count) });
  const narrows = props.filters || list.filters.length > 0 || list.views;
  const content = (
    <>
      {!list.first && props.above}
      {narrows && !list.first && <Toolbar {...props} />}
      <ListTable {...props} />
      {batch && !list.first && (
        <BatchBar count={count} label={chosen} onClear={list.selected.clear}>
          {batch.buttons}
        </BatchBar>
      )}
    </>
  );
  if (props.bare) return content;
  const tools = narrows ? undefined : toolsOf(props);
  const actions = (props.head || tools) && (
    <>
      {props.head}
      {tools}
    </>
  );
  const isTableAlone = !title && !actions && !narrows && !props.above && Boolean(list.total);
  return (
    <Panel
      flush={isTableAlone ? "table" : true}
      {...(title ? { title } : {})}
      actions={actions}
      description={description}
    >
      {content}
    </Panel>
  );
}

/** The list's own buttons; undefined if there are none. */
function toolsOf<Row>({ tools, file, columns, titleOf, list }: ListProps<Row>): ReactNode {
  if (!tools && !file) return undefined;
  return (
    <>
      {tools}
      {file && <ExportButton {...{ file, columns, titleOf }} disabled={!list.total} />}
    </>
  );
}

/** Filters, saved views and tools. */
function Toolbar<Row>(props: ListProps<Row>) {
  const { list } = props;
  return (
    <Group gap="sm" className={classes.toolbar ?? ""}>
      <FilterFields filters={list.filters} values={list.values} onChange={list.setValues} />
      {props.filters}
      <Group gap="xs" className={classes.tools ?? ""}>
        {list.views && <ViewsMenu {...list.views} />}
        {toolsOf(props)}
      </Group>
    </Group>
  );
}

function ListTable<Row>(props: ListProps<Row>) {
  const { list, batch, rowName, actions, onOpen, card } = props;
  const { selected } = list;
  const { onDelete, selectFirst = "" } = batch ?? {};
  const press = () =>
    selected.rows.length === 0 ? toast.warning(selectFirst) : onDelete?.(selected.rows);
  return (
    <DataTable<Row>
      label={props.label}
      columns={tableColumns(props.columns, props.titleOf, list.sorts)}
      rows={list.rows}
      rowId={list.rowId}
      error={list.error}
      onRetry={list.refetch}
      total={list.total}
      url={list.url}
      empty={<Nothing empty={props.empty} list={list} />}
      {...(batch ? { selection: { ids: selected.ids, onChange: selected.select } } : {})}
      {...(onDelete ? { onDelete: press } : {})}
      {...(rowName ? { rowName } : {})}
      {...(actions ? { actions } : {})}
      {...(onOpen ? { onOpen } : {})}
      {...(card ? { card } : {})}
    />
  );
}

function Nothing<Row>({ empty, list }: { empty: ListEmpty; list: ListState<Row> }) {
  const { t } = useTranslation("ui");
  const { icon = <IconInbox size={22} />, found, none, title = "", ...more } = empty;
  if (!list.filtered) return none ?? <EmptyState icon={icon} title={title} {...more} />;
  return (
    <EmptyState
      icon={icon}
      title={found?.title ?? t("list.nothingFits")}
      text={found?.text}
      action={
        <Button variant="default" size="xs" onClick={list.clear}>
          {t("list.clear")}
        </Button>
      }
    />
  );
}
