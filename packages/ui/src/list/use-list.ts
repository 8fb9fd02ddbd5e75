/** The state of a list: page, order and filters in the URL, the answer, and the selected rows. */
import { useSearchParams } from "react-router";
import { useLastPage } from "../last-page.ts";
import { ownId, type SelectedRows, useSelectedRows } from "../selected-rows.ts";
import type { ViewsOf } from "../saved-views.ts";
import { sortWord, type TableUrl, useTableUrl } from "../table-url.ts";
import { type Filter, filterInput, type FilterValues, validValues } from "./filters.ts";

/** Rows per page of a list, unless the person chooses another number. */
export const LIST_ROWS = 25;

export interface ListOptions {
  filters?: readonly Filter[];
  /** Fields of the call by which the rows can be ordered. */
  sorts?: readonly string[];
  /** Distinguishes several lists of one screen in the URL. */
  prefix?: string;
  pageSize?: number;
  /** Converts the filters to the call's fields, where they differ. */
  toInput?: (values: FilterValues) => object;
  /** Offers named views under this name of the table; `owner` is the account. */
  views?: { table: string; owner: string };
}

/** What the URL says about a list. */
export interface ListPlace {
  url: TableUrl;
  filters: readonly Filter[];
  /** All values in the URL, valid or not. */
  values: FilterValues;
  setValues: (changes: FilterValues) => void;
  /** Whether a filter narrows the rows. */
  filtered: boolean;
  clear: () => void;
  /** The call's fields of the filters, for all pages. */
  input: object;
  /** The call's fields of the page. */
  pageInput: { page: number; limit: number; sort?: string };
  sorts: readonly string[];
  views: ViewsOf | undefined;
}

export function useListPlace(options: ListOptions): ListPlace {
  const { filters = [], sorts = [], prefix = "" } = options;
  const url = useTableUrl(prefix, options.pageSize ?? LIST_ROWS);
  const [values, setValues] = useFilterValues(filters, prefix);
  const valid = validValues(filters, values);
  const sort = sortWord(url.sort, sorts);
  return {
    url,
    filters,
    sorts,
    views: options.views && {
      ...options.views,
      filters: filters.map(({ name }) => name),
      ...(prefix ? { prefix } : {}),
    },
    values,
    setValues,
    filtered: Object.keys(valid).length > 0,
    clear: () => setValues(Object.fromEntries(filters.map(({ name }) => [name, ""]))),
    input: options.toInput ? options.toInput(valid) : filterInput(filters, valid),
    pageInput: { page: url.page, limit: url.limit, ...(sort ? { sort } : {}) },
  };
}

/** The filters' values in the URL; a change leads to the list's first page. */
function useFilterValues(filters: readonly Filter[], prefix: string) {
  const [params, setParams] = useSearchParams();
  const values = Object.fromEntries(filters.map(({ name }) => [name, params.get(name) ?? ""]));
  const set = (changes: FilterValues) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        after.delete(prefix ? `${prefix}-page` : "page");
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [values, set] as const;
}

/** A paged answer, as returned by a query. */
export interface PagedAnswer<Row> {
  data: { items: readonly Row[]; total: number } | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
}

export interface ListState<Row> extends ListPlace {
  rows: readonly Row[] | undefined;
  total: number | undefined;
  error: Error | null;
  refetch: () => void;
  rowId: (row: Row) => string;
  selected: SelectedRows<Row>;
  /** There are no rows at all, so there is nothing to filter or select. */
  first: boolean;
}

/** A list of a place's rows, as the API answered. */
export function useListState<Row>(
  place: ListPlace,
  { data, error, refetch }: PagedAnswer<Row>,
  rowId: (row: Row) => string = ownId,
): ListState<Row> {
  useLastPage(place.url, data);
  return {
    ...place,
    rows: data?.items,
    total: data?.total,
    error,
    refetch: () => void refetch(),
    rowId,
    selected: useSelectedRows(data?.items, rowId),
    first: data?.total === 0 && !place.filtered,
  };
}

/** The page of rows of an answer that has them all. */
export function pageOf<Row>(
  { url }: ListPlace,
  rows: readonly Row[] | undefined,
): { items: readonly Row[]; total: number } | undefined {
  const from = (url.page - 1) * url.limit;
  return rows && { items: rows.slice(from, from + url.limit), total: rows.length };
}
