import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { calls } from "@turnpike/contract/calls.ts";
import { describe, expect, it } from "vitest";
import {
  anchorsOf,
  barFaults,
  citationFaults,
  linkFaults,
  oldCitations,
  pagesOf,
  slug,
} from "./citations.ts";
import { type SourceFile, sources } from "./tree.ts";

const root = path.resolve(import.meta.dirname, "..");
const folders = ["packages", "apps", "journeys", "bench", "torture", "tools", "docs"];
const endings = [".ts", ".tsx", ".mjs", ".css", ".sql", ".md"];
const atRoot = readdirSync(root)
  .filter((name) => name.endsWith(".md"))
  .map((name): SourceFile => ({ name, text: readFileSync(path.join(root, name), "utf8") }));
/** These contain wrong citations on purpose, to prove that they are found. */
const examples = ["tools/citations.test.ts", "tools/coverage.test.ts"];
const files = [...atRoot, ...sources(endings, folders)].filter(
  ({ name }) => !examples.includes(name),
);
const pages = pagesOf(files);

/** Anchors of the API reference: each call has one once the API has generated the page. */
const generated = new Map([["docs/api.md", new Set(Object.keys(calls))]]);
const exists = (file: string) => existsSync(path.join(root, file));

/** Applied migrations are identified by checksum, comments included, and can never be edited. */
const applied = /migrations\/00(0\d|1[0-7])_\w+\.sql$/;
/** It lists the current names for the numbers in those migrations. */
const translated = "docs/spec/README.md";

describe("the citations in this repository", () => {
  it("lead to existing headings and pages of the specification", () => {
    expect(pages.get("docs/spec/quality.md")?.size).toBeGreaterThan(60);
    expect(citationFaults(files, pages)).toEqual([]);
  });

  it("that are links lead to existing files and headings", () => {
    expect(linkFaults(files, { pages, generated, exists })).toEqual([]);
  });

  it("in tests name existing quality bars", () => {
    expect(barFaults(files, pages)).toEqual([]);
  });

  it("refer to no section numbers of other documents", () => {
    const mayNumber = ({ name }: SourceFile) => name === translated || applied.test(name);
    expect(oldCitations(files.filter((file) => !mayNumber(file)))).toEqual([]);
  });
});

describe("the check of citations", () => {
  const page = {
    name: "docs/spec/gateway.md",
    text: "# Gateway\n## User name\n```\n# no heading\n```\n## User name\n## What `sid` is, and isn't\n",
  };
  const bars = { name: "docs/spec/quality.md", text: "### M6\n" };
  const known = pagesOf([page, bars]);
  const file = (text: string, name = "a.test.ts"): SourceFile => ({ name, text });

  it.each([
    ["a heading", "/** Reads it (spec/gateway#user-name). */", 0],
    ["a page", "/** As spec/gateway has it. */", 0],
    ["a page by its path", "// docs/spec/gateway.md#user-name-1", 0],
    ["what is no citation", 'import "./spec/helper.ts"; // https://x.example/spec/b#c', 0],
    ["a heading that is gone", "/** Reads it (spec/gateway#username). */", 1],
    ["a page that is gone", "/** Reads it (spec/gate#user-name). */", 1],
    ["two, of which one is wrong", "// spec/gateway#user-name, spec/gateway#t", 1],
    ["a path whose heading is gone", "// docs/spec/gateway.md#tt", 1],
    ["a path that is gone", "// see docs/gate.md", 1],
  ])("counts the broken citations of %s", (_, text, found) => {
    expect(citationFaults([file(text)], known)).toHaveLength(found);
  });

  it.each([
    ["[a](gateway.md#user-name) [b](quality.md) [c](#m6)", 0],
    ["[a](https://x.example/b#c) [b](/cli/home) `[c](d.md)`", 0],
    ["[a](quality.md#placeOrder)", 0],
    ["[a](gateway.md#username) [b](gate.md) [c](#m7) [d](../x.ts)", 4],
  ])("counts the broken links in: %s", (text, found) => {
    const from = file(text, "docs/spec/other.md");
    const here = new Map([...known, [from.name, new Set(["m6"])]]);
    const filled = new Map([["docs/spec/quality.md", new Set(["placeOrder"])]]);
    const fields = { pages: here, generated: filled, exists: () => false };
    expect(linkFaults([from], fields)).toHaveLength(found);
  });

  it.each([
    ["/** RFC 9110 §5.6, and RFC 1928 §6. */", 0],
    ["/** As the contract §16 has it. */", 1],
    ["// spec.md §4", 1],
    ["// the field comes first (§16)", 1],
    ['it("is cut (quality M6)", () => {});', 1],
  ])("counts the citations by section number in: %s", (text, found) => {
    expect(oldCitations([file(text)])).toHaveLength(found);
  });

  it.each([
    ['it("is cut (M6)", () => {});', 0],
    ['it("is cut (spec/gateway#user-name, M7)", () => {});', 1],
    ['it.each([("M7")])("%s", () => {});', 0],
  ])("counts the citations of missing quality bars in: %s", (text, found) => {
    expect(barFaults([file(text)], known)).toHaveLength(found);
  });

  it("derives anchors from headings as GitHub does", () => {
    expect([...anchorsOf(page)]).toEqual([
      "gateway",
      "user-name",
      "user-name-1",
      "what-sid-is-and-isnt",
    ]);
    expect(slug("Where `Proxy-Status` stands: RFC 9209")).toBe(
      "where-proxy-status-stands-rfc-9209",
    );
  });
});
