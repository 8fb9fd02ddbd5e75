/**
 * The URL of an extraction link (spec/extraction#links). The API creates it; the dashboard previews
 * it before there is a token.
 */
import type { ExtractedProxy, ExtractionFormat } from "./extraction.ts";

export const extractPath = "/extract";
/** The separator between lines of text, escaped as in a URL. */
export const defaultSeparator = "\\n";

/** Unescapes a separator, which may contain `\n`, `\r` and `\t`. */
export function readSeparator(written: string): string {
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
  return written.replace(/\\([nrt])/g, (_all, letter: string) => escapes[letter] ?? "");
}

/** Defaults of a link's parameters. */
export const linkDefaults = {
  num: 1,
  hours: 1,
  minutes: 10,
  format: "txt",
  protocol: "http",
} as const;

/** Parameters of a link; empty text and null mean any. */
export interface LinkParameters {
  country: string;
  state: string;
  city: string;
  num: number;
  /** Null for the traffic plan. */
  hours: number | null;
  /** Null for the plan `ip`. */
  minutes: number | null;
  format: ExtractionFormat;
  /** Escaped: `\n`, `\r` and `\t` stand for control characters. */
  separator: string;
  port: number | null;
  protocol: ExtractedProxy["protocol"];
}

/** Returns the URL with all parameters that are set, so that readers see them and can edit them. */
export function linkUrl(
  { base, token }: { base: string; token: string },
  link: LinkParameters,
): string {
  const { country, state, city, num, hours, minutes, format, port, protocol } = link;
  // CSV and JSON do not use the separator.
  const separator = format === "txt" ? link.separator : "";
  const values = { country, state, city, num, hours, minutes, format, separator, port, protocol };
  const query = new URLSearchParams({ token });
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== "") query.set(name, String(value));
  }
  return `${base}?${query.toString()}`;
}
