import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { managerCalls } from "@turnpike/contract/manager.ts";
import { describe, expect, it } from "vitest";
import { quotedIn, readRows, rowFaults, namesWithoutRow } from "./coverage.ts";

const root = path.resolve(import.meta.dirname, "..");
const kept = new Map<string, string | undefined>();
function read(file: string): string | undefined {
  if (!kept.has(file)) {
    const full = path.join(root, file);
    kept.set(file, existsSync(full) ? readFileSync(full, "utf8") : undefined);
  }
  return kept.get(file);
}
const checklist = read("docs/coverage.md") ?? "";
const { rows, faults } = readRows(checklist);

/** Sentences prescribed by the specification (spec/dashboard#messages), each used verbatim. */
const sentences = [
  "Enter the correct email",
  "Enter your password",
  "The password is incorrect, please re-enter",
  "Insufficient balance",
  "Insufficient traffic",
  "MFA has issues, please unbind first",
  "No balance, please purchase first",
  "No available coupons",
  "Please select a row",
  "Please select the IP you want to delete, download or renew first",
  "Please enter the quantity",
  "Please create an API link",
  "Mainland China IP is not supported",
  "Copy Success",
  "Please download proxy manager and run.",
];

describe("the checklist of the specification", () => {
  it("has only complete rows, none of them open", () => {
    expect(faults).toEqual([]);
    expect([...new Set(rows.map(({ section }) => section))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("names existing files, symbols, keys and tests, and quotes sentences verbatim", () => {
    expect(rows.flatMap((row) => rowFaults(row, read))).toEqual([]);
  });

  it("has a row for every call", () => {
    const names = Object.values(calls).map((call) => call.path);
    expect(namesWithoutRow(rows, 7, names)).toEqual([]);
    const local = Object.values(managerCalls).map((call) => `manager POST ${call.path}`);
    const lookup = Object.values(lookupCalls).map((call) => `lookup ${call.method} ${call.path}`);
    expect(namesWithoutRow(rows, 7, [...local, ...lookup])).toEqual([]);
  });

  it("has a row for every route", () => {
    const table = read("apps/dashboard/src/app/navigation/routes.tsx") ?? "";
    const routes = [...table.matchAll(/^\s+(?:path: )?"(\/[^"]*)"[:,]/gm)].map((m) => m[1] ?? "");
    expect(routes.length).toBeGreaterThan(25);
    expect(namesWithoutRow(rows, 2, routes)).toEqual([]);
  });

  it("has a row for every sentence that the specification prescribes", () => {
    const quoted = rows
      .filter(({ section }) => section === 8)
      .flatMap(({ what }) => quotedIn(what));
    expect(sentences.filter((sentence) => !quoted.includes(sentence))).toEqual([]);
  });
});

describe("the check of the checklist", () => {
  const tree: Record<string, string> = {
    "a.ts": "/** Without tax. */\nexport const fee = 2;",
    "en.json":
      '{"short": "Insufficient balance, recharge", "rows_one": "row", "rows_other": "rows"}',
    "a.test.ts": `const payer = ["a payer's name"];
it("takes the fee once", () => {});
it.each([["of nothing", 0]])("%s", () => {});
const rest = [["of everything", 9]] as const;
it.each(rest)("%s", () => {});`,
  };
  const table = (row: string, section = 9) =>
    `## §${section} x\n| a | b | c |\n|---|---|---|\n${row}`;
  const wrong = (row: string, section = 9) => {
    const seen = readRows(table(row, section));
    return [...seen.faults, ...seen.rows.flatMap((one) => rowFaults(one, (file) => tree[file]))];
  };
  const test = "`a.test.ts` › takes the fee";

  it.each([
    ["a row that holds", `| fee | \`a.ts#fee\` | ${test} |`, 0],
    ["a case of each", "| fee | `a.ts#fee` | `a.test.ts` › of nothing |", 0],
    ["a key by its plural form", `| rows | \`en.json#rows\` | ${test} |`, 0],
    ["a file that is gone", `| fee | \`b.ts#fee\` | ${test} |`, 1],
    ["a symbol that is gone", `| fee | \`a.ts#fees\` | ${test} |`, 1],
    ["a key that is gone", `| fee | \`en.json#long\` | ${test} |`, 1],
    ["a test file that is gone", "| fee | `a.ts` | `b.test.ts` › takes the fee |", 1],
    ["what is no test", "| fee | `a.ts` | `a.ts` › takes the fee |", 1],
    ["a case in a constant", "| fee | `a.ts#fee` | `a.test.ts` › of everything |", 0],
    ["words that are no title", "| fee | `a.ts` | `a.test.ts` › a payer's name |", 1],
    ["a symbol that a comment alone speaks of", `| fee | \`a.ts#tax\` | ${test} |`, 1],
    ["a title that is gone", "| fee | `a.ts` | `a.test.ts` › takes the fee twice |", 1],
    ["a cell that is empty", `| fee | | ${test} |`, 2],
    ["a cell that says open", "| fee | `a.ts` | open |", 2],
    ["a row that says todo", `| fee, todo | \`a.ts\` | ${test} |`, 1],
    ["a cell too few", "| fee | `a.ts` |", 2],
  ])("counts the faults of %s", (_, row, found) => {
    expect(wrong(row)).toHaveLength(found);
  });

  it("finds a sentence that the catalog words differently or lacks", () => {
    expect(wrong(`| “Insufficient balance” | \`en.json#short\` | ${test} |`, 8)).toEqual([]);
    expect(wrong(`| “No balance” | \`en.json#short\` | ${test} |`, 8)).toHaveLength(1);
    expect(wrong(`| “No balance” | \`a.ts\` | ${test} |`, 8)).toHaveLength(1);
  });

  it("finds a name without a row in its section", () => {
    const { rows: one } = readRows(table(`| \`/v1/fee\` | \`a.ts\` | ${test} |`, 7));
    expect(namesWithoutRow(one, 7, ["/v1/fee", "/v1/fees"])).toEqual(["/v1/fees"]);
    expect(namesWithoutRow(one, 2, ["/v1/fee"])).toEqual(["/v1/fee"]);
  });
});
