/**
 * What one of the queues between processes could not deliver while it delivered the rest: set aside
 * for the operator, so that it does not block what comes after it (spec/operator#set-aside). Usage
 * reports have a message of their own (`SetAsideReport`).
 */

/** The kinds that this version sets aside. A newer gateway may send others, which are kept as well. */
export const setAsideKinds = [
  "connection",
  "request",
  "listener",
  "port",
  "latency",
  "planLoad",
  "lease",
  "change",
  // Items of the API's own jobs.
  "posting",
  "expiredPort",
  "expiredTraffic",
  "forfeit",
  "closure",
  "monitorMinute",
  "payment",
  "profit",
  "invoice",
] as const;
export type JobItemKind =
  | "posting"
  | "expiredPort"
  | "expiredTraffic"
  | "forfeit"
  | "closure"
  | "monitorMinute"
  | "payment"
  | "profit"
  | "invoice";
export type SetAsideKind = (typeof setAsideKinds)[number];

export interface SetAsideItem {
  kind: SetAsideKind;
  /** Its name among its kind: a later one with the same name replaces it. */
  name: string;
  item: unknown;
  /** The error in one line. */
  why: string;
  /** When it was refused, in milliseconds since 1970 by the product's clock. */
  at: number;
}
