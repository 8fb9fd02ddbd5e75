/** Amounts are written in the installation's currency everywhere: no sign or code stands in code or texts. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "./tree.ts";

/** A dollar sign before a number or as a text of its own, a code, or a currency that a format names. */
const written = /["'`>]\s?\$\d|["'`>]\s?\$["'`<]|`\$\$\{|\bUSD\b|\busd\b|currency: ["'`]/;

/** Where the default stands, and who speaks of other currencies. */
const allowed = ["packages/contract/src/currency.ts"];

const linesOf = (text: string) =>
  text.split("\n").filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line));

describe("Money (spec/money#currency)", () => {
  it.each([
    ["the web applications", ["apps/dashboard/src", "apps/console/src", "packages/ui/src"]],
    ["texts and rules", ["packages/locales/src", "packages/rules/src"]],
    ["payments, invoices and commands", ["apps/api/src/commerce", "apps/api/src/across/operator"]],
  ])("has no fixed sign or code in the code of %s", (_, folders) => {
    const found = sources([".ts", ".tsx"], folders)
      .filter(({ name }) => !/test|testing/.test(name) && !allowed.includes(name))
      .flatMap(({ name, text }) =>
        linesOf(text)
          .filter((line) => written.test(line) && !line.includes("replace("))
          .map((line) => `${name}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it("has no sign or name of a currency in texts for people", () => {
    const root = path.resolve(import.meta.dirname, "../packages/locales/src");
    const named = /\$(?!t\()|€|£|\bUSD\b|\bEUR\b|[Dd]ollars?\b|доллар|美元|đô la/;
    const files = readdirSync(root, { recursive: true, encoding: "utf8" });
    const found = files
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) =>
        readFileSync(path.join(root, file), "utf8")
          .split("\n")
          .filter((line) => named.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});
