import { useSearchParams } from "react-router";

export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

/** A table's page, order and columns in the URL: a reload or shared link shows the same rows. */
export interface TableUrl {
  page: number;
  limit: number;
  sort: Sort | undefined;
  columns: ColumnChoice;
  /** Available page sizes. */
  sizes: readonly number[];
  setPage: (page: number) => void;
  setLimit: (limit: number) => void;
  setSort: (sort: Sort | undefined) => void;
  setColumns: (choice: ColumnChoice) => void;
}

/** The user's choice of columns, by key, where it differs from what fits the window. */
export interface ColumnChoice {
  hidden: readonly string[];
  /** Shown although the window is too narrow. */
  added: readonly string[];
}

/** Formats an order for a call, `-name` for descending; undefined if the field is not allowed. */
export function sortWord<K extends string>(
  sort: Sort | undefined,
  allowed: readonly K[],
): K | `-${K}` | undefined {
  const key = allowed.find((one) => one === sort?.key);
  return key && (sort?.direction === "desc" ? `-${key}` : key);
}

export const PAGE_SIZES = [10, 25, 50, 100] as const;

/** Default number of rows in a list of proxies. */
export const PROXY_ROWS = 25;

/**
 * `prefix` distinguishes several tables on a screen; `pageSize` is the smallest page size and the
 * default.
 */
export function useTableUrl(prefix = "", pageSize: number = PAGE_SIZES[0]): TableUrl {
  const [params, setParams] = useSearchParams();
  const name = (key: string) => (prefix ? `${prefix}-${key}` : key);
  const whole = (key: string, fallback: number) => {
    const value = Number(params.get(name(key)));
    return Number.isSafeInteger(value) && value > 0 ? value : fallback;
  };
  const keys = (key: string) => (params.get(name(key)) ?? "").split(",").filter(Boolean);
  const set = (changes: Record<string, string | undefined>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries(changes)) {
          if (value === undefined) after.delete(name(key));
          else after.set(name(key), value);
        }
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const [sortKey, direction] = (params.get(name("sort")) ?? "").split(".");
  return {
    page: whole("page", 1),
    limit: Math.min(whole("limit", pageSize), 100),
    sort: sortKey ? { key: sortKey, direction: direction === "desc" ? "desc" : "asc" } : undefined,
    setPage: (page) => set({ page: page > 1 ? String(page) : undefined }),
    setLimit: (limit) => set({ limit: String(limit), page: undefined }),
    setSort: (sort) =>
      set({ sort: sort ? `${sort.key}.${sort.direction}` : undefined, page: undefined }),
    sizes: PAGE_SIZES.filter((size) => size >= pageSize),
    columns: { hidden: keys("hide"), added: keys("show") },
    setColumns: ({ hidden, added }) =>
      set({ hide: hidden.join(",") || undefined, show: added.join(",") || undefined }),
  };
}
