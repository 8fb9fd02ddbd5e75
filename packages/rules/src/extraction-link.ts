/**
 * The address of an extraction link (spec/extraction#links): the API writes it, the dashboard's
 * preview shows it before there is a token.
 */
import type { ExtractedProxy, ExtractionFormat } from "./extraction.ts";

export const extractPath = "/extract";
/** Between two lines of text, as it is written in an address. */
export const defaultSeparator = "\\n";

/** A separator as it was written to what stands between two lines: `\n`, `\r`, `\t` may be written so. */
export function readSeparator(written: string): string {
  const meant: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
  return written.replace(/\\([nrt])/g, (_all, letter: string) => meant[letter] ?? "");
}

/** What holds where a link says nothing else. */
export const linkDefaults = {
  num: 1,
  hours: 1,
  minutes: 10,
  format: "txt",
  protocol: "http",
} as const;

/** What a link asks for; empty text and null stand for any. */
export interface LinkParameters {
  country: string;
  state: string;
  city: string;
  num: number;
  /** Null of plan traffic. */
  hours: number | null;
  /** Null of plan ip. */
  minutes: number | null;
  format: ExtractionFormat;
  /** As it is written: `\n`, `\r` and `\t` stand for what they mean. */
  separator: string;
  port: number | null;
  protocol: ExtractedProxy["protocol"];
}

/** The address with all that is set: whoever reads it sees what is asked for, and where to change it. */
export function linkUrl(
  { base, token }: { base: string; token: string },
  link: LinkParameters,
): string {
  const { country, state, city, num, hours, minutes, format, port, protocol } = link;
  // Of CSV and JSON it parts nothing.
  const separator = format === "txt" ? link.separator : "";
  const set = { country, state, city, num, hours, minutes, format, separator, port, protocol };
  const query = new URLSearchParams({ token });
  for (const [name, value] of Object.entries(set)) {
    if (value !== null && value !== "") query.set(name, String(value));
  }
  return `${base}?${query.toString()}`;
}
