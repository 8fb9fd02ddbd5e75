import { calls } from "@turnpike/contract/calls.ts";
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { managerCalls } from "@turnpike/contract/manager.ts";
import { ownTexts, textAreas } from "@turnpike/locales/catalogues.ts";
import { describe, expect, it } from "vitest";
import { citingFiles, coverageFaults, headings } from "./coverage.ts";
import { sources } from "./tree.ts";

const files = citingFiles();
const tests = sources([".ts", ".tsx"]).filter(
  ({ name }) => /\.test\.tsx?$|^journeys\//.test(name) && !name.startsWith("tools/"),
);

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

describe("the specification", () => {
  it("has a test for every heading, or a reason for none", () => {
    const all = headings(files);
    expect(all.length).toBeGreaterThan(250);
    expect(coverageFaults(all)).toEqual([]);
  });

  it("has a test for every call", () => {
    const words = new Set(tests.flatMap(({ text }) => text.match(/[\w/]+/g) ?? []));
    const groups = [calls, lookupCalls, managerCalls];
    const named = groups.flatMap((group) => Object.entries<{ path: string }>(group));
    expect(named.length).toBeGreaterThan(100);
    const idle = named.filter(
      ([name, call]) => !words.has(name) && !words.has(call.path) && !words.has(call.path.slice(1)),
    );
    expect(idle.map(([name]) => name)).toEqual([]);
  });

  it("is quoted verbatim where it prescribes a sentence", () => {
    const english = JSON.stringify(textAreas().map((area) => ownTexts("en", area))).toLowerCase();
    const missing = sentences.filter(
      (sentence) => !english.includes(sentence.toLowerCase().replace(/\.$/, "")),
    );
    expect(missing).toEqual([]);
  });
});

describe("the check of the coverage", () => {
  const page = {
    name: "docs/spec/gateway.md",
    text: "# Gateway\n## Names\n### Long\ntext\n### Short\ntext\n## Limits\n",
  };
  const test = (text: string) => ({ name: "a.test.ts", text });
  const faults = (text: string, reasons = {}) =>
    coverageFaults(headings([page, test(text)]), reasons);
  const later = { "spec/gateway#limits": "later" };
  const all = "// spec/gateway#long, spec/gateway#short, spec/gateway#limits";

  it.each([
    ["nothing, if every heading but a group's is cited", all, {}, 0],
    ["a heading that no test cites", "// spec/gateway#long, spec/gateway#short", {}, 1],
    ["no heading with a reason", "// spec/gateway#long spec/gateway#short", later, 0],
    ["a reason that is not needed any more", all, later, 1],
    ["a reason for a heading that is gone", all, { "spec/gateway#gone": "" }, 1],
  ])("finds %s", (_, text, reasons, found) => {
    expect(faults(text, reasons)).toHaveLength(found);
  });

  it("counts bars of quality by their id in titles and comments", () => {
    const quality = { name: "docs/spec/quality.md", text: "# Quality\n### M6\n" };
    const [bar] = headings([quality, test('it("is cut (M6)", () => {});\nconst M6 = 1;')]);
    expect(bar).toMatchObject({ cite: "spec/quality#m6", tests: ["a.test.ts:1"] });
  });
});
