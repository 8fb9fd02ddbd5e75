/**
 * Reads docs/coverage.md, the checklist of the product's specification: each row names a
 * requirement, where it is implemented and the test that proves it. Outdated rows are faults.
 */

export interface Row {
  /** The specification's section, 1 to 9. */
  section: number;
  what: string;
  where: { file: string; symbol: string }[];
  tests: { file: string; title: string }[];
}

/** Returns the text of a file in the repository, or undefined if it does not exist. */
export type ReadFile = (file: string) => string | undefined;

const WHERE = /^`([^`#]+)(?:#([^`]+))?`$/;
const TEST = /^`([^`]+)` › (.+)$/;
const OPEN = /^[-–—?.\s]*$|^(open|missing|later)\b|\b(todo|tbd)\b/i;

const cellsOf = (line: string) =>
  line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());

/** The rows of all tables, and faults in how they are written. */
export function readRows(markdown: string): { rows: Row[]; faults: string[] } {
  const rows: Row[] = [];
  const faults: string[] = [];
  let section = 0;
  let inTable = false;
  for (const line of markdown.split("\n")) {
    section = Number(/^## §(\d+)\b/.exec(line)?.[1] ?? section);
    if (!line.startsWith("|")) inTable = false;
    else if (/^\|[\s|:-]+\|$/.test(line) && line.includes("---")) inTable = true;
    else if (inTable) {
      const cells = cellsOf(line);
      const [what = "", where = "", tests = ""] = cells;
      const name = `§${section} ${what || line}`;
      if (cells.length !== 3) faults.push(`${name}: not three cells`);
      if (cells.some((cell) => OPEN.test(cell))) faults.push(`${name}: a cell is empty or open`);
      const places = where.split("<br>").map((place) => WHERE.exec(place));
      const testMatches = tests.split("<br>").map((test) => TEST.exec(test));
      if (places.includes(null)) faults.push(`${name}: no place is “${where}”`);
      if (testMatches.includes(null)) faults.push(`${name}: no test is “${tests}”`);
      rows.push({
        section,
        what,
        where: places.flatMap((m) => (m ? [{ file: m[1] ?? "", symbol: m[2] ?? "" }] : [])),
        tests: testMatches.flatMap((m) => (m ? [{ file: m[1] ?? "", title: m[2] ?? "" }] : [])),
      });
    }
  }
  return { rows, faults };
}

/** The text at a dotted key of a JSON file, in any plural form; undefined if there is none. */
export function wordsAt(json: string, key: string): string | undefined {
  const found = key.split(".").reduce<unknown>((value, name) => {
    const at = value as Record<string, unknown> | undefined;
    return at?.[name] ?? at?.[`${name}_other`];
  }, JSON.parse(json));
  if (typeof found === "string") return found || undefined;
  return found === undefined ? undefined : JSON.stringify(found);
}

const LITERAL = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\``;
const literalsIn = (text: string) =>
  [...text.matchAll(new RegExp(LITERAL, "g"))].map((match) => match[0]);

/** The table given to `each`: written inline, or a constant in the file. */
function casesOf(source: string, at: number): string {
  const rest = source.slice(at);
  const name = /^\(\s*(\w+)/.exec(rest)?.[1];
  if (!name) return rest.slice(0, rest.indexOf(")("));
  const constant = new RegExp(`const ${name}\\b[^=]*=([\\s\\S]*?);\\n`).exec(source);
  return constant?.[1] ?? "";
}

/** All titles in a test file: first arguments of `it`, `test` and `describe`, and `each` cases. */
export function titlesOf(source: string): string {
  const begins = "\\b(?:it|test|describe)";
  const direct = new RegExp(`${begins}(?:\\.\\w+)*\\(\\s*(${LITERAL})`, "g");
  const each = new RegExp(`${begins}\\.each(?=\\()`, "g");
  const found = [...source.matchAll(direct)].map((match) => match[1] ?? "");
  for (const { index, 0: word } of source.matchAll(each)) {
    const after = source.slice(index).split(new RegExp(`\\)\\(\\s*(${LITERAL})`), 2)[1];
    found.push(after ?? "", ...literalsIn(casesOf(source, index + word.length)));
  }
  return found.map((title) => title.slice(1, -1).replaceAll('\\"', '"')).join("\n");
}

/** The quoted sentences in a row's first cell. */
export const quotedIn = (what: string): string[] =>
  [...what.matchAll(/“([^”]+)”/g)].map((match) => match[1] ?? "");

/** Symbols are searched outside comments: a comment that mentions one does not define it. */
const withoutComments = (code: string) =>
  code.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*(\/\/|--).*$/gm, "");

function placeFault(place: Row["where"][number], read: ReadFile): string | undefined {
  const text = read(place.file);
  if (text === undefined) return `${place.file} is gone`;
  if (!place.symbol) return undefined;
  const exists = place.file.endsWith(".json")
    ? wordsAt(text, place.symbol) !== undefined
    : /^\w+$/.test(place.symbol)
      ? new RegExp(`\\b${place.symbol}\\b`).test(withoutComments(text))
      : text.includes(place.symbol);
  return exists ? undefined : `${place.symbol} is no more in ${place.file}`;
}

function testFault(test: Row["tests"][number], read: ReadFile): string | undefined {
  const text = read(test.file);
  if (text === undefined) return `${test.file} is gone`;
  if (!/\.test\.tsx?$/.test(test.file)) return `${test.file} is no test`;
  if (test.title.length < 6) return `“${test.title}” is too short to find a title by`;
  return titlesOf(text).includes(test.title)
    ? undefined
    : `no title in ${test.file} contains “${test.title}”`;
}

/** A row of §8 that quotes a sentence must name the texts which contain it. */
function sentenceFaults(row: Row, read: ReadFile): string[] {
  if (row.section !== 8) return [];
  const words = row.where.filter(({ file }) => file.endsWith(".json"));
  return quotedIn(row.what).flatMap((sentence) => {
    const expected = sentence.toLowerCase().replace(/[.,]$/, "");
    const texts = words.map(({ file, symbol }) => wordsAt(read(file) ?? "{}", symbol) ?? "");
    const wrong = texts.find((text) => !text.toLowerCase().includes(expected));
    if (texts.length === 0) return [`“${sentence}” names no words`];
    return wrong === undefined ? [] : [`“${wrong}” does not say “${sentence}”`];
  });
}

/** Everything outdated in a row. */
export const rowFaults = (row: Row, read: ReadFile): string[] =>
  [
    ...row.where.map((place) => placeFault(place, read)),
    ...row.tests.map((test) => testFault(test, read)),
    ...sentenceFaults(row, read),
  ].flatMap((fault) => (fault ? [`§${row.section} ${row.what}: ${fault}`] : []));

/** The `names` that no row of the section has as `code` in its first cell. */
export const namesWithoutRow = (rows: Row[], section: number, names: readonly string[]): string[] =>
  names.filter(
    (name) => !rows.some((row) => row.section === section && row.what.includes(`\`${name}\``)),
  );
