/** The menu as data: its entries, their tabs, and the screens behind them (spec/dashboard#menu). */

export type TabKey = "proxies" | "access" | "usage" | "statistics" | "live" | "log";
export type PartKey =
  | "passwords"
  | "whitelist"
  | "ports"
  | "links"
  | "long"
  | "short"
  | "port"
  | "bandwidth"
  | "traffic"
  | "opened";

/** A screen of a tab. Keys are those of `shell.json`. */
export interface Part {
  word: PartKey;
  to: string;
}
/** A tab with one screen, or with several, the first of which opens. */
export interface Tab {
  word: TabKey;
  parts: readonly [Part, ...Part[]] | string;
}
/** A screen that has an entry of its own below its product's. Words are those of `shell.json`. */
export interface SubEntry {
  word:
    | "trafficPlan"
    | "userPassword"
    | "ispUser"
    | "ispManage"
    | "longIsp"
    | "shortIsp"
    | "ports"
    | "bandwidth"
    | "dashboard"
    | "live"
    | "log";
  to: string;
}
export interface Place {
  group: "overview" | "products" | "account" | "earn";
  /** The screen that the menu entry opens. */
  to: string;
  tabs: readonly Tab[];
  /** The second level of the menu: what the specification's user looks for. */
  entries?: readonly SubEntry[];
}

export const places = {
  overview: { group: "overview", to: "/cli/home", tabs: [] },
  residential: {
    group: "products",
    to: "/cli/traffic-use",
    entries: [
      { word: "trafficPlan", to: "/cli/traffic-use" },
      { word: "userPassword", to: "/cli/traffic-access" },
    ],
    tabs: [
      { word: "proxies", parts: "/cli/traffic-use" },
      {
        word: "access",
        parts: [
          { word: "passwords", to: "/cli/traffic-access" },
          { word: "whitelist", to: "/cli/white-manage" },
          { word: "ports", to: "/cli/api-white-model" },
          { word: "links", to: "/cli/api-extract" },
        ],
      },
      { word: "usage", parts: "/cli/traffic-usage" },
    ],
  },
  isp: {
    group: "products",
    to: "/cli/isp-user",
    entries: [
      { word: "ispUser", to: "/cli/isp-user" },
      { word: "ispManage", to: "/cli/isp-access" },
    ],
    tabs: [
      {
        word: "proxies",
        parts: [
          { word: "passwords", to: "/cli/isp-user" },
          { word: "whitelist", to: "/cli/isp-nouser" },
        ],
      },
      { word: "access", parts: "/cli/isp-access" },
      {
        word: "usage",
        parts: [
          { word: "traffic", to: "/cli/isp-usage" },
          { word: "opened", to: "/cli/isp-history" },
        ],
      },
    ],
  },
  staticIps: {
    group: "products",
    to: "/cli/static-proxies",
    entries: [
      { word: "longIsp", to: "/cli/static-proxies" },
      { word: "shortIsp", to: "/cli/static-short-proxies" },
    ],
    tabs: [
      {
        word: "proxies",
        parts: [
          { word: "long", to: "/cli/static-proxies" },
          { word: "short", to: "/cli/static-short-proxies" },
        ],
      },
      { word: "access", parts: "/cli/static-access" },
      {
        word: "usage",
        parts: [
          { word: "long", to: "/cli/static-usage" },
          { word: "short", to: "/cli/static-usage?product=short" },
        ],
      },
    ],
  },
  unlimited: {
    group: "products",
    to: "/cli/unlimit-proxies",
    entries: [
      { word: "ports", to: "/cli/unlimit-proxies" },
      { word: "bandwidth", to: "/cli/unlimit-bandwidth" },
    ],
    tabs: [
      {
        word: "proxies",
        parts: [
          { word: "port", to: "/cli/unlimit-proxies" },
          { word: "bandwidth", to: "/cli/unlimit-bandwidth" },
        ],
      },
      { word: "access", parts: "/cli/unlimit-access" },
      {
        word: "usage",
        parts: [
          { word: "port", to: "/cli/unlimit-usage" },
          { word: "bandwidth", to: "/cli/unlimit-usage?product=bandwidth" },
        ],
      },
    ],
  },
  usage: {
    group: "account",
    to: "/cli/package-purchase",
    entries: [
      { word: "dashboard", to: "/cli/package-purchase" },
      { word: "live", to: "/cli/live" },
      { word: "log", to: "/cli/request-log" },
    ],
    tabs: [
      { word: "statistics", parts: "/cli/package-purchase" },
      { word: "live", parts: "/cli/live" },
      { word: "log", parts: "/cli/request-log" },
    ],
  },
  billing: { group: "account", to: "/cli/billing", tabs: [] },
  setting: { group: "account", to: "/cli/setting", tabs: [] },
  affiliate: { group: "earn", to: "/cli/promotion-plan", tabs: [] },
  cdkey: { group: "earn", to: "/cli/cdkey", tabs: [] },
} as const satisfies Record<string, Place>;

export type PlaceKey = keyof typeof places;
const keys = Object.keys(places) as PlaceKey[];
const pathOf = (to: string) => to.split("?")[0];

/** The screens of a tab; empty for a tab with a single screen. */
export const partsOf = ({ parts }: Tab): readonly Part[] =>
  typeof parts === "string" ? [] : parts;

const pathsOf = (tab: Tab): readonly string[] =>
  typeof tab.parts === "string" ? [tab.parts] : tab.parts.map(({ to }) => to);

/** The menu entry of a path; undefined for a path outside the menu. */
export function placeOf(path: string): PlaceKey | undefined {
  return keys.find((key) => {
    const place: Place = places[key];
    return [place.to, ...place.tabs.flatMap(pathsOf)].some((to) => pathOf(to) === path);
  });
}

/** The menu entry, tab and part of a URL. */
export function locatePath(path: string, search = "") {
  const key = placeOf(path);
  const place: Place | undefined = key && places[key];
  const tab = place?.tabs.find((one) => pathsOf(one).some((to) => pathOf(to) === path));
  const candidates = tab ? partsOf(tab).filter(({ to }) => pathOf(to) === path) : [];
  const params = new URLSearchParams(search);
  const part =
    candidates.find(({ to }) => {
      const [required] = [...new URLSearchParams(to.split("?")[1] ?? "")];
      return required !== undefined && params.get(required[0]) === required[1];
    }) ?? candidates[0];
  return { key, place, tab, part };
}

/** The link of a tab: to the same part as the current one if the tab has it, else to its first. */
export function tabPath(tab: Tab, now: Part | undefined): string {
  const same = partsOf(tab).find(({ word }) => word === now?.word);
  return same?.to ?? pathsOf(tab)[0] ?? "";
}
