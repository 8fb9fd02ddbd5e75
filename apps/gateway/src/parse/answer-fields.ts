/**
 * A tolerant parser for the header fields of responses (spec/gateway#answers). Browsers and curl
 * accept what careless servers send, so it is cleaned instead of refused; only what touches the
 * framing of the body stays as strict as in a request (spec/quality#g3).
 */
import {
  type Field,
  isLookAlike,
  isToken,
  readFields,
  type ReadFields,
  trimBlanks,
} from "./fields.ts";

/** Control characters that `findHeadEnd` lets pass in a response: all but HT, LF, CR and NUL. */
const CONTROLS = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/;
const ALL_CONTROLS = new RegExp(CONTROLS, "g");
const framingNames = ["contentlength", "transferencoding"];

/** Lines of a head for each field that it may have: the others were folded, or are dropped. */
const linesPerField = 5;

/** Replaces control characters by spaces (RFC 9110 §5.5). */
export function withoutControls(text: string): string {
  return CONTROLS.test(text) ? text.replace(ALL_CONTROLS, " ") : text;
}

/**
 * Parses the field lines of `text[from, …)`. Drops lines without a colon and names that are not
 * tokens, joins folded lines, and replaces control characters by spaces. A line that could be meant
 * as the body's framing is never cleaned: then the whole head is bad.
 */
export function readAnswerFields(text: string, from: number, maxFields: number): ReadFields {
  const strict = CONTROLS.test(text) ? null : readFields(text, from, maxFields);
  return strict === null || "bad" in strict ? clean(text, from, maxFields) : strict;
}

function clean(text: string, from: number, maxFields: number): ReadFields {
  const fields: Field[] = [];
  /** The field that a folded line continues; null after a dropped line. */
  let last: Field | null = null;
  /** Its pieces. Joined once: a head of folded lines would be copied for each of them. */
  let pieces: string[] = [];
  const endField = () => {
    if (last && pieces.length > 1) last.value = pieces.filter(Boolean).join(" ");
  };
  if (isBlank(text[from])) return { bad: "folded header line" };
  const lines = from >= text.length ? [] : text.slice(from).split("\r\n");
  if (lines.length > linesPerField * maxFields) return { bad: "too many header lines" };
  for (const line of lines) {
    if (isBlank(line[0])) {
      if (last === null ? meansFraming(line) : framesBody(last.lower)) {
        return { bad: "folded framing header" };
      }
      if (last) pieces.push(trimmed(withoutControls(line)));
      continue;
    }
    const read = readLine(line);
    if ("bad" in read) return read;
    endField();
    last = read.field;
    if (last === null) continue;
    pieces = [last.value];
    if (fields.length >= maxFields) return { bad: `more than ${maxFields} header fields` };
    fields.push(last);
  }
  endField();
  return { fields };
}

function readLine(line: string): { field: Field | null } | { bad: string } {
  const colon = line.indexOf(":");
  const name = colon < 0 ? line : line.slice(0, colon);
  const token = trimmed(name);
  const lower = token.toLowerCase();
  if (colon < 0 || !isToken(token)) {
    return meansFraming(name) ? { bad: "garbled framing header" } : { field: null };
  }
  const value = line.slice(colon + 1);
  if (framesBody(lower) && (token !== name || CONTROLS.test(value))) {
    return { bad: "garbled framing header" };
  }
  if (isLookAlike(lower)) return { field: null };
  return { field: { name: token, lower, value: trimmed(withoutControls(value)) } };
}

function framesBody(lower: string): boolean {
  return lower === "content-length" || lower === "transfer-encoding";
}

/** Whether some parser might take a garbled line for a framing field. */
function meansFraming(text: string): boolean {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, "");
  return framingNames.some((name) => letters.includes(name));
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

function trimmed(text: string): string {
  return trimBlanks(text, 0, text.length);
}
