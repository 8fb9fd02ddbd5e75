/**
 * What an extraction link answers, and what is asked where its address says otherwise
 * (spec/extraction#links).
 */
import { csvText } from "./csv.ts";

/** A proxy as /extract answers it; the columns of its CSV, in this order. */
export interface ExtractedProxy {
  host: string;
  port: number;
  protocol: "http" | "socks5";
  /** The exit's address; empty where it is chosen by the first request. */
  ip: string;
  /** Tokens; empty for any. */
  country: string;
  state: string;
  city: string;
  /** ISO 8601. */
  expiresAt: string;
}
export const extractedColumns = [
  "host",
  "port",
  "protocol",
  "ip",
  "country",
  "state",
  "city",
  "expiresAt",
] as const satisfies readonly (keyof ExtractedProxy)[];

export type ExtractionFormat = "txt" | "json" | "csv";
export const extractionTypes = {
  txt: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
} as const satisfies Record<ExtractionFormat, string>;

/** `host:port`; an IPv6 host stands in brackets. */
const hostPort = ({ host, port }: ExtractedProxy) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * The body of an answer: lines that the separator parts (as it is meant, not as it is written), CSV
 * with a header and no formulas, or the envelope of the calls.
 */
export function extractionText(
  format: ExtractionFormat,
  proxies: readonly ExtractedProxy[],
  separator: string,
): string {
  if (format === "txt") return proxies.map(hostPort).join(separator);
  const rows = proxies.map((one) => extractedColumns.map((column) => one[column]));
  if (format === "csv") return csvText([[...extractedColumns], ...rows]);
  const items = proxies.map((one) =>
    Object.fromEntries(extractedColumns.map((column) => [column, one[column]])),
  );
  return JSON.stringify({ code: 0, msg: "", data: { items } });
}

export interface ExtractionPlace {
  country: string;
  state: string;
  city: string;
}

/**
 * Where exits are asked for: by the address, else by the link. A place that the address names lets
 * go what lies within the link's own: another country has none of its cities.
 */
export function extractionPlace(
  own: ExtractionPlace,
  given: Partial<{ [K in keyof ExtractionPlace]: ExtractionPlace[K] | undefined }>,
): ExtractionPlace {
  const country = given.country ?? own.country;
  const state = given.state ?? (given.country === undefined ? own.state : "");
  const within = given.country === undefined && given.state === undefined;
  return { country, state, city: given.city ?? (within ? own.city : "") };
}
