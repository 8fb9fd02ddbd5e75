/**
 * The response of an extraction link, and how its URL overrides the link's settings
 * (spec/extraction#links).
 */
import { csvText } from "./csv.ts";

/** A proxy as /extract returns it; the columns of its CSV, in this order. */
export interface ExtractedProxy {
  host: string;
  port: number;
  protocol: "http" | "socks5";
  /** The exit's address; empty if it is only chosen by the first request. */
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

/** Formats `host:port`, with an IPv6 host in brackets. */
const hostPort = ({ host, port }: ExtractedProxy) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * Formats the response body: lines joined by the (unescaped) separator, CSV with a header and
 * without formulas, or the usual JSON envelope.
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
 * Returns the place to extract from: the URL's, or else the link's. A place in the URL discards
 * narrower fields of the link: another country has none of its cities.
 */
export function extractionPlace(
  own: ExtractionPlace,
  requested: Partial<{ [K in keyof ExtractionPlace]: ExtractionPlace[K] | undefined }>,
): ExtractionPlace {
  const country = requested.country ?? own.country;
  const state = requested.state ?? (requested.country === undefined ? own.state : "");
  const keepsState = requested.country === undefined && requested.state === undefined;
  return { country, state, city: requested.city ?? (keepsState ? own.city : "") };
}
