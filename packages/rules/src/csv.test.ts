import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvCell, csvText } from "./csv.ts";

const attack = "cmd|'/C calc'!A0";
/** Blanks and quotes that a spreadsheet skips before a formula. */
const skipped = /^[\s\p{Cc}\p{Cf}"]*/u;
const isFormula = (cell: string) => /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u.test(cell.replace(skipped, ""));

/** The cells as a forgiving spreadsheet reads them that splits at `separator`. */
function cellsAt(file: string, separator: string): string[] {
  const cells = [""];
  let open = false;
  for (let at = 0; at < file.length; at += 1) {
    const sign = file[at] ?? "";
    const cell = cells[cells.length - 1] ?? "";
    if (sign === '"' && open && file[at + 1] === '"') at += 1;
    else if (sign === '"' && (open || cell === "")) {
      open = !open;
      continue;
    } else if (!open && [separator, "\r", "\n"].includes(sign)) {
      cells.push("");
      continue;
    }
    cells[cells.length - 1] = cell + sign;
  }
  return cells;
}
/** As spreadsheets of several languages split the file; the last one knows no quotes. */
const cellsOf = (file: string) => [
  ...[",", ";", "\t"].flatMap((separator) => cellsAt(file, separator)),
  ...file.split(/[;\t\r\n]/),
];

test("a text that begins with a formula's sign is neutralised, a number is not (A12)", () => {
  for (const sign of "=+-@\t\r\n＝＋－＠﹦") expect(csvCell(`${sign}1+1`)).toMatch(/^"'/);
  for (const blank of [" ", "\u00a0", "\u3000", "\u200b", "\ufeff", "\n", '"', ' " '])
    expect(csvCell(`${blank}=${attack}`)).toMatch(/^"'/);
  expect(csvCell(`=${attack},1`)).toBe(`"'=${attack},1"`);
  expect([csvCell(-5), csvCell(0.5), csvCell("a-b"), csvCell("")]).toEqual([
    "-5",
    "0.5",
    "a-b",
    "",
  ]);
});

test("a sign after a semicolon, a tab or a line break is neutralised too", () => {
  const agent = `Mozilla/5.0;=${attack};x`;
  expect(csvCell(agent)).toBe(`"Mozilla/5.0;'=${attack};x"`);
  expect(csvCell(`a;"=${attack};`)).toBe(`"a;'""=${attack};"`);
  expect(csvCell("a\t \n＝1")).toBe(`"a\t \n'＝1"`);
  expect(csvCell("a = b; c - d, -e")).toBe('"a = b; c - d, -e"');
});

test("whatever a text holds, no spreadsheet finds a formula in the file", () => {
  const part = fc.constantFrom(..."=+-@＝;\t\r\n\"', \u200ba1", `=${attack}`);
  const text = fc.string({ unit: part, maxLength: 12 });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1 }),
      (rows) => {
        expect(cellsOf(csvText(rows)).filter(isFormula)).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("texts are quoted unless they are one word, and read back (RFC 4180)", () => {
  expect(csvText([["a,b", 1], ["two\nlines"], ['a "b"; c', "Größe"]])).toBe(
    '"a,b",1\r\n"two\nlines"\r\n"a ""b""; c",Größe\r\n',
  );
  const word = fc.string({ unit: fc.constantFrom(...'ab1 ,".:é\n'), maxLength: 8 });
  const rows = fc.array(fc.tuple(word, word), { minLength: 1 });
  const settings = { record_delimiter: "\r\n", relax_column_count: true };
  fc.assert(
    fc.property(rows, (some) => {
      const clean = some.map((row) => row.map((text) => text.replace(/^[\n]/, "x")));
      expect(parse(csvText(clean), settings)).toEqual(clean);
    }),
  );
});

test("a long run of separators takes no longer than other text", () => {
  const started = performance.now();
  expect(csvCell("\t;".repeat(500_000)).length).toBe(1_000_003);
  expect(performance.now() - started).toBeLessThan(1_000);
});
