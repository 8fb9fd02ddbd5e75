/** A week of example traffic: in total, and per direction. */
import { GB } from "./customer.ts";

const used = [1.7, 2.1, 1.9, 1.4, 2, 2.3, 1.2];
/** 10 to 16 March 2026; today is the last day. */
export const days = used.map((gb, n) => ({
  day: `2026-03-${10 + n}`,
  bytes: Math.round(gb * GB),
  requests: Math.round(gb * 9_000),
}));
export const weekBytes = days.reduce((sum, { bytes }) => sum + bytes, 0);
export const weekRequests = days.reduce((sum, { requests }) => sum + requests, 0);
/** The average of the full days. */
export const perDay = 1.95 * GB;
