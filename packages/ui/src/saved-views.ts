/** Views of a table that somebody named: its filters, order, columns and page size, in this browser. */
import { useState } from "react";
import { useSearchParams } from "react-router";

export interface SavedView {
  name: string;
  /** As in the URL, in the order of names. */
  query: string;
}

export const maxViews = 20;
export const maxViewName = 40;
/** What a view keeps of the table itself. */
const ofTable = ["sort", "hide", "show", "limit"];

/** Those that are kept under a key; none where what is kept cannot be read. */
export function readViews(key: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView).slice(0, maxViews) : [];
  } catch {
    return [];
  }
}

function isView(stored: unknown): stored is SavedView {
  if (typeof stored !== "object" || stored === null) return false;
  const { name, query } = stored as Partial<SavedView>;
  return typeof name === "string" && name !== "" && typeof query === "string";
}

/** With a view added; one of the same name gives way. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].slice(-maxViews);
}

/** What of an address belongs to a view. */
export function queryOf(params: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams();
  for (const name of names.toSorted()) {
    const value = params.get(name);
    if (value) kept.set(name, value);
  }
  return kept.toString();
}

/** An address that shows a view: all else in it stays, its page is the first. */
export function applyView(
  params: URLSearchParams,
  { query, names, page }: { query: string; names: readonly string[]; page: string },
): URLSearchParams {
  const after = new URLSearchParams(params);
  for (const name of [...names, page]) after.delete(name);
  for (const [name, value] of new URLSearchParams(query)) {
    if (names.includes(name)) after.set(name, value);
  }
  return after;
}

/** Which table the views are of, and whose they are. */
export interface ViewsOf {
  /** Tells tables apart where they are kept. */
  table: string;
  /** The account: on one computer each has its own. */
  owner: string;
  /** The names of its filters in the URL. */
  filters: readonly string[];
  /** As in `useTableUrl`. */
  prefix?: string;
}

/** The views of a table, the one that is shown, and what can be done with them. */
export function useSavedViews({ table, owner, filters, prefix = "" }: ViewsOf) {
  const key = `turnpike.views.${owner}.${table}`;
  const [views, setViews] = useState(() => readViews(key));
  const [params, setParams] = useSearchParams();
  const own = (name: string) => (prefix ? `${prefix}-${name}` : name);
  const names = [...filters, ...ofTable.map(own)];
  const query = queryOf(params, names);
  const keep = (next: SavedView[]) => {
    setViews(next);
    localStorage.setItem(key, JSON.stringify(next));
  };
  return {
    views,
    query,
    current: views.find((view) => view.query === query),
    show: (shown: string) =>
      setParams((before) => applyView(before, { query: shown, names, page: own("page") }), {
        replace: true,
        preventScrollReset: true,
      }),
    // Another window may have kept one meanwhile.
    save: (name: string) => keep(withView(readViews(key), { name, query })),
    remove: (name: string) => keep(readViews(key).filter((view) => view.name !== name)),
  };
}
