/** The console's lists: those of `@turnpike/ui`, with the words of the console. */
import type { ListColumn } from "@turnpike/ui/list/columns.ts";
import { allRows } from "@turnpike/ui/list/ExportButton.tsx";
import type { Filter } from "@turnpike/ui/list/filters.ts";
import { List as UiList, type ListProps as UiListProps } from "@turnpike/ui/list/List.tsx";
import {
  type ListOptions,
  pageOf,
  useListPlace,
  useListState,
} from "@turnpike/ui/list/use-list.ts";
import type { ReactNode } from "react";
import { callApi, type CallInput, type CallName, type Item } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";

/** A filter: its texts are `columns.<name>` and, for a day, `fields.<name>`. */
export type ListFilter =
  | { name: string; as: "search"; label: string; slim?: boolean }
  | { name: string; as: "day" }
  | {
      name: string;
      as: "select";
      options: readonly string[];
      /** The group of the options' texts, or what says them. */
      words?: string | ((value: string) => string);
    };

interface Shown<Row>
  extends Pick<UiListProps<Row>, "actions" | "onOpen" | "filters" | "tools" | "description"> {
  /** Name of the table, and of the file it is exported to. */
  name: string;
  title?: string;
  columns: readonly ListColumn<Row>[];
  rowId: (row: Row) => string;
  /** Text for the empty list. */
  empty: string;
}

interface ListProps<K extends CallName>
  extends Shown<Item<K>>,
    Pick<ListOptions, "toInput" | "prefix" | "sorts"> {
  call: K;
  /** Fields of the call that are not filters. */
  fixed?: { account?: string };
  where?: readonly ListFilter[];
  /** What can be done with the selected rows; without it none can be selected. */
  batch?: (ids: readonly string[], clear: () => void) => ReactNode;
}

/** A column's title is `columns.<title>`. */
export const titleOf = (column: { key: string; title?: string }): string =>
  word("columns", column.title ?? column.key);

function useFilters(filters: readonly ListFilter[]): Filter[] {
  const t = useT();
  return filters.map((filter) => {
    const { name } = filter;
    if (filter.as === "search") return { ...filter, maxLength: 200 };
    if (filter.as === "day") return { ...filter, label: word("fields", name) };
    const label = word("columns", name);
    const { words = "states" } = filter;
    const textOf = typeof words === "string" ? (value: string) => word(words, value) : words;
    const options = filter.options.map((value) => ({ value, label: textOf(value) }));
    return { name, as: "select", label, any: t("filterAll", { name: label }), options };
  });
}

/** Rows of a paged call: filtered, sorted and paged by the URL, and exportable. */
export function List<K extends CallName>(props: ListProps<K>) {
  const t = useT();
  const { call, where = [], batch } = props;
  const place = useListPlace({ ...props, filters: useFilters(where) });
  const input = { ...props.fixed, ...place.input };
  type Page = { items: Item<K>[]; total: number };
  const inputOf = (page: object) => ({ ...input, ...page }) as unknown as CallInput<K>;
  const answer = useCall(call, inputOf(place.pageInput), { keepLast: true });
  const { error, refetch } = answer;
  const data = answer.data as Page | undefined;
  const list = useListState<Item<K>>(place, { data, error, refetch }, props.rowId);
  const { selected } = list;
  const rows = () =>
    allRows(async (page) => (await callApi(call, inputOf(page))) as unknown as Page);
  return (
    <UiList<Item<K>>
      {...props}
      list={list}
      label={t("tableOf", { name: props.title ?? props.name })}
      titleOf={titleOf}
      file={{ contents: `console-${props.name}`, details: [props.fixed?.account], rows }}
      empty={{ title: props.empty }}
      batch={batch && { buttons: batch(selected.ids, selected.clear) }}
    />
  );
}

/** Rows of an answer that is not paged; the URL holds the page. */
export function Rows<Row>(
  props: Shown<Row> & {
    rows: readonly Row[] | undefined;
    error?: Error | null;
    onRetry?: () => void;
    /** A search of the rows: its label, and whether a row fits the text. */
    search?: { label: string; fits: (row: Row, text: string) => boolean };
    /** Offers the rows for download. */
    exported?: boolean;
    /** The customer whose rows they are; part of the file's name. */
    account?: string;
  },
) {
  const t = useT();
  const { name, search, onRetry, account } = props;
  const place = useListPlace({
    prefix: name,
    filters: search ? [{ name: "search", as: "search", label: search.label }] : [],
  });
  const text = place.values["search"] ?? "";
  const found = search ? props.rows?.filter((row) => search.fits(row, text)) : props.rows;
  const data = pageOf(place, found);
  const refetch = async () => onRetry?.();
  const list = useListState<Row>(place, { data, error: props.error ?? null, refetch }, props.rowId);
  return (
    <UiList<Row>
      {...props}
      list={list}
      label={t("tableOf", { name: props.title ?? name })}
      titleOf={titleOf}
      file={
        props.exported
          ? { contents: `console-${name}`, details: [account], rows: () => found ?? [] }
          : undefined
      }
      empty={{ title: props.empty }}
    />
  );
}
