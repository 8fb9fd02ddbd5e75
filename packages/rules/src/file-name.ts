/** Names of the files that people download: they say whose, what and when, and no two are alike. */

/** What a file contains. Each name is used by one kind of file. */
export const fileContents = [
  // The API's.
  "usage-series",
  "usage-totals",
  "usage-top",
  "usage-reasons",
  "invoice",
  "credit-note",
  "statement",
  "personal-data",
  "static-ips",
  "short-term-ips",
  "opened-ips",
  "unlimited-ports",
  "whitelisted-ports",
  "accounting",
  "tax-report",
  "trace",
  // The dashboard's.
  "selected-static-ips",
  "selected-short-term-ips",
  "selected-opened-ips",
  "selected-unlimited-ports",
  "selected-whitelisted-ports",
  "new-static-ips",
  "new-opened-ips",
  "new-whitelisted-ports",
  "endpoints",
  "converted-endpoints",
  "sub-accounts",
  "cdkeys",
  "request-log",
  "monitor",
  "recovery-codes",
  "orders",
  // The console's.
  "staff-recovery-codes",
] as const;
/** Lists of the console are named after their table. */
export type FileContents = (typeof fileContents)[number] | `console-${string}`;

export interface NamedFile {
  /** Whose it is: the provider's name, as far as it has Latin letters. */
  brand?: string | undefined;
  contents: FileContents;
  /** What distinguishes it from other files of its kind, such as a filter. */
  details?: readonly (string | undefined)[];
  /** When it was made, in milliseconds, or the period or number that it is about. */
  when: number | string;
  ending: string;
}
declare const made: unique symbol;
/** Only `fileName` makes one. */
export type FileName = string & { readonly [made]: true };

const PART_MAX = 60;

/** Names a file, such as `nordlicht-usage-series-country-2026-03-01-to-2026-03-31.csv`. */
export function fileName({
  brand = "",
  contents,
  details = [],
  when,
  ending,
}: NamedFile): FileName {
  const at = typeof when === "string" ? when : stampOf(when);
  const parts = [slug(brand), contents, ...details, at].map(safe).filter((part) => part !== "");
  return `${parts.join("-")}.${ending}` as FileName;
}

/** UTC, to the second: 2026-03-15-093000. */
const stampOf = (ms: number) =>
  new Date(ms).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");

/** A name as part of an address or a file's name: `nordlicht-proxies-gmbh`. */
const slug = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(".", "")
    .slice(0, PART_MAX);

/** No character that a file system or a header gives a meaning. */
const safe = (text = "") =>
  text
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "")
    .slice(0, PART_MAX);
