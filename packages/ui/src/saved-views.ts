/** Named views of a table, stored in this browser: filters, sort order, columns and page size. */
import { useState } from "react";
import { useSearchParams } from "react-router";
import { browserStore } from "./lib/storage.ts";

export interface SavedView {
  name: string;
  /** URL parameters, sorted by name. */
  query: string;
}

export const maxViews = 20;
export const maxViewName = 40;
/** The table's own parameters that a view includes. */
const ofTable = ["sort", "hide", "show", "limit"];

/** Reads the views stored under a key; none if they cannot be parsed. */
export function readViews(key: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(browserStore.get(key) ?? "[]");
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

/** Adds a view, replacing one of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ name }) => name !== view.name);
  return [...others, view].slice(-maxViews);
}

/** Returns the URL parameters that belong to a view. */
export function queryOf(params: URLSearchParams, names: readonly string[]): string {
  const viewParams = new URLSearchParams();
  for (const name of names.toSorted()) {
    const value = params.get(name);
    if (value) viewParams.set(name, value);
  }
  return viewParams.toString();
}

/** Returns the URL parameters that show a view: others stay, and the page is the first. */
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

/** Identifies the table and the owner of views. */
export interface ViewsOf {
  /** Key of the table in storage. */
  table: string;
  /** The account: users of one computer each have their own. */
  owner: string;
  /** Names of the table's filters in the URL. */
  filters: readonly string[];
  /** As in `useTableUrl`. */
  prefix?: string;
}

/** Returns the views of a table, the current one, and functions to change them. */
export function useSavedViews({ table, owner, filters, prefix = "" }: ViewsOf) {
  const key = `app.views.${owner}.${table}`;
  const [views, setViews] = useState(() => readViews(key));
  const [params, setParams] = useSearchParams();
  const own = (name: string) => (prefix ? `${prefix}-${name}` : name);
  const names = [...filters, ...ofTable.map(own)];
  const query = queryOf(params, names);
  const saveViews = (next: SavedView[]) => {
    setViews(next);
    browserStore.set(key, JSON.stringify(next));
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
    // Another window may have saved one in the meantime.
    save: (name: string) => saveViews(withView(readViews(key), { name, query })),
    remove: (name: string) => saveViews(readViews(key).filter((view) => view.name !== name)),
  };
}
