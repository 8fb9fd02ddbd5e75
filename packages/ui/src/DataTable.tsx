/** A table of rows of 44 px, with selection, sorting and pagination; cards on phones. */
import { Box, Checkbox, Group, ScrollArea, Table, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "./icons.ts";
import { type KeyboardEvent, type ReactNode, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import classes from "./DataTable.module.css";
import { Cell } from "./Cell.tsx";
import { ColumnsMenu, shownColumns } from "./ColumnsMenu.tsx";
import { DataCards } from "./DataCards.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { isPlainClick, toggled } from "./selection.ts";
import { LineSkeletons } from "./Skeletons.tsx";
import { TablePages } from "./TablePages.tsx";
import type { Sort, TableUrl } from "./table-url.ts";

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: "left" | "right";
  width?: number | string;
  /** Allows long text to wrap; otherwise a cell stays on one line. */
  wrap?: boolean;
  /**
   * Hidden by default if the window is too narrow: `true` needs a wide one, `"narrow"` a usual one,
   * `"chosen"` is always hidden. Users can show it; cards always do.
   */
  extra?: boolean | "narrow" | "chosen";
}

export interface Selection {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

export interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first response is loading. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** Names a row in "Select …". */
  rowName?: (row: Row) => string;
  error?: Error | null;
  onRetry?: () => void;
  empty: ReactNode;
  /** Number of rows on all pages; without it there is no pagination. */
  total?: number | undefined;
  url?: TableUrl;
  selection?: Selection;
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode;
  /** Called on a click anywhere on a row; one of its buttons must do the same. */
  onOpen?: (row: Row) => void;
  /** A card of two lines instead of all columns; a tap shows the rest. */
  card?: (row: Row) => CardLines;
  /** Called when the Delete key is pressed within the rows. */
  onDelete?: () => void;
}

/** The card of a row on a phone. */
export interface CardLines {
  head: ReactNode;
  /** Items of the second line, separated by dots; empty ones are left out. */
  line: readonly ReactNode[];
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  // The first rows render in slices of a few milliseconds, so that clicks and keys stay responsive.
  const arrived = useDeferredValue(props.rows !== undefined);
  const rows = arrived ? props.rows : undefined;
  if (rows === undefined && props.error) {
    return (
      <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
    );
  }
  if (rows === undefined) {
    return (
      <Box p="md">
        <LineSkeletons lines={6} height={20} />
      </Box>
    );
  }
  if (rows.length === 0) return <>{props.empty}</>;
  const shown = { ...props, rows };
  return (
    <>
      {/* Cards show all columns, so there is no menu to choose them. */}
      <Keys onDelete={props.onDelete}>
        {narrow ? <DataCards {...shown} /> : <Rows {...shown} />}
      </Keys>
      {props.url && props.total !== undefined && (
        <TablePages url={props.url} total={props.total} label={props.label} />
      )}
    </>
  );
}

/** Handles the Delete key, except in text inputs. */
function Keys(props: { onDelete: (() => void) | undefined; children: ReactNode }) {
  const { onDelete } = props;
  if (!onDelete) return props.children;
  const press = (event: KeyboardEvent) => {
    const target = event.target as Element;
    if (event.key !== "Delete" || target.matches("input:not([type=checkbox]), textarea")) return;
    // Ignore keys in overlays that a row opened: they are rendered elsewhere.
    if (!event.currentTarget.contains(target)) return;
    event.preventDefault();
    onDelete();
  };
  return <Box onKeyDown={press}>{props.children}</Box>;
}

const asFits = { hidden: [], added: [] };

/** Returns a test for whether the window has room for a column. */
function useRoom(): (column: Pick<Column<never>, "extra">) => boolean {
  const at = { getInitialValueInEffect: false };
  const usual = useMediaQuery("(min-width: 75em)", true, at);
  const wide = useMediaQuery("(min-width: 85em)", true, at);
  return ({ extra }) => {
    if (!extra) return true;
    return extra === "chosen" ? false : extra === "narrow" ? usual : wide;
  };
}

/** With fewer columns than this there is no column menu. */
const CHOOSABLE = 4;

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { t } = useTranslation("ui");
  const { selection, rowId } = props;
  const fits = useRoom();
  const choosable = props.columns.map((column) => ({ ...column, fits: fits(column) }));
  const columns = shownColumns(choosable, props.url?.columns ?? asFits);
  // The button is above the row actions; a table without those is a short one.
  const chooses = props.url && props.actions && choosable.length >= CHOOSABLE;
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, role: "region", "aria-label": props.label }}
    >
      <Table
        highlightOnHover
        className={classes.table ?? ""}
        horizontalSpacing="xs"
        aria-label={props.label}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll rows={props.rows} rowId={rowId} selection={selection} />}
            {columns.map((column) => (
              <Heading
                key={column.key}
                column={column}
                {...(props.url ? { url: props.url } : {})}
              />
            ))}
            {props.actions && (
              <Table.Th className={classes.end ?? ""}>
                <span className="visually-hidden">{t("actions")}</span>
                {chooses && props.url && <ColumnsMenu columns={choosable} url={props.url} />}
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.rows.map((row) => (
            <DataRow key={rowId(row)} {...props} columns={columns} row={row} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function DataRow<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { t } = useTranslation("ui");
  const { row, selection } = props;
  const id = props.rowId(row);
  const selected = selection?.ids.includes(id) ?? false;
  return (
    <Table.Tr
      data-selected={selected || undefined}
      data-opens={props.onOpen !== undefined || undefined}
      onClick={(event) => isPlainClick(event) && props.onOpen?.(row)}
    >
      {selection && (
        <Table.Td w={44}>
          <Checkbox
            size="xs"
            checked={selected}
            aria-label={t("selectRow", { name: props.rowName?.(row) ?? id })}
            onChange={() => selection.onChange(toggled(selection.ids, id))}
          />
        </Table.Td>
      )}
      {props.columns.map((column) => (
        <Table.Td
          key={column.key}
          ta={column.align ?? "left"}
          className={column.wrap ? "" : (classes.oneLine ?? "")}
        >
          <Cell render={column.render} row={row} />
        </Table.Td>
      ))}
      {props.actions && (
        <Table.Td>
          <Group gap={4} justify="flex-end" wrap="nowrap">
            {props.actions(row)}
          </Group>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function SelectAll<Row>(props: {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: Selection;
}) {
  const { t } = useTranslation("ui");
  const pageIds = props.rows.map(props.rowId);
  const selectedCount = pageIds.filter((id) => props.selection.ids.includes(id)).length;
  const elsewhere = props.selection.ids.filter((id) => !pageIds.includes(id));
  return (
    <Table.Th w={44}>
      <Checkbox
        size="xs"
        aria-label={t("selectAll")}
        checked={selectedCount === pageIds.length}
        indeterminate={selectedCount > 0 && selectedCount < pageIds.length}
        onChange={() =>
          props.selection.onChange(
            selectedCount === pageIds.length ? elsewhere : [...elsewhere, ...pageIds],
          )
        }
      />
    </Table.Th>
  );
}

function Heading<Row>(props: { column: Column<Row>; url?: TableUrl }) {
  const { column, url } = props;
  const width = column.width === undefined ? {} : { w: column.width };
  if (!column.sortable || !url) {
    return (
      <Table.Th scope="col" ta={column.align ?? "left"} {...width}>
        {column.title}
      </Table.Th>
    );
  }
  const direction = url.sort?.key === column.key ? url.sort.direction : undefined;
  const ariaSort = direction === "asc" ? "ascending" : direction === "desc" ? "descending" : "none";
  const Icon =
    direction === "asc" ? IconArrowUp : direction === "desc" ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th scope="col" ta={column.align ?? "left"} aria-sort={ariaSort} {...width}>
      <UnstyledButton
        className={classes.sort ?? ""}
        onClick={() => url.setSort(nextSort(column.key, direction))}
      >
        {column.title}
        <Icon size={13} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Cycles from ascending to descending to unsorted. */
export function nextSort(key: string, now: Sort["direction"] | undefined): Sort | undefined {
  if (now === undefined) return { key, direction: "asc" };
  return now === "asc" ? { key, direction: "desc" } : undefined;
}
