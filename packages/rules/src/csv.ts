/**
 * The only writer of CSV cells (RFC 4180). Files are safe to open in a spreadsheet, whichever of
 * comma, semicolon and tab it splits cells at: the machine's language decides that, not the file.
 */

/**
 * Words that read the same quoted or not, whatever separates cells. Everything else is quoted; a
 * script that splits a list of proxies at commas still reads it.
 */
const PLAIN = /^(?:[\p{L}\p{N}_][\p{L}\p{N}_.:/%-]*)?$/u;

/** Blanks, invisible characters and quotes, which spreadsheets skip, and what may end a cell. */
const GAP = String.raw`[\s\p{Cc}\p{Cf}";]`;
/** What begins a formula, in its wide and small forms too. */
const SIGN = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** Matches every gap as a whole, so the time is linear in the text's length. */
const GAPS = new RegExp(`^${GAP}*${SIGN}?|${GAP}+${SIGN}?`, "gu");
/** A gap up to its last separator, which starts a new cell in some spreadsheet, and the rest. */
const AFTER_SEPARATOR = /^([^]*[;\t\r\n\v\f\u0085\u2028\u2029])([^]*)$/u;
const ENDS_WITH_SIGN = new RegExp(`${SIGN}$`, "u");

/** Puts a `'` before all that some spreadsheet would evaluate: formulas at the start of a cell. */
function guarded(text: string): string {
  return text.replace(GAPS, (gap, offset: number) => {
    const first = offset === 0;
    if (!ENDS_WITH_SIGN.test(gap)) return first && /^[\t\r\n]/.test(gap) ? `'${gap}` : gap;
    const [, before, rest] = AFTER_SEPARATOR.exec(gap) ?? [];
    if (before === undefined) return first ? `'${gap}` : gap;
    return `${first ? "'" : ""}${before}'${rest}`;
  });
}

/** Formats a cell: a number as it is, a text without formulas and quoted unless it is one word. */
export function csvCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = guarded(value);
  return PLAIN.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Formats rows as a CSV file. */
export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
