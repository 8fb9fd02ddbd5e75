/**
 * Which tests prove which heading of the specification, from the citations in tests
 * (docs/spec/README.md#how-to-cite). `node tools/coverage.ts [PAGE]` prints it as Markdown.
 */
import { anchorsOf, citedIn, pagesOf } from "./citations.ts";
import { type SourceFile, sources } from "./tree.ts";

/** A heading of the specification with the lines of tests that cite it. */
export interface Heading {
  /** As it is cited, such as `spec/limits#caps`. */
  cite: string;
  /** True if it only groups the headings below it. */
  isGroup: boolean;
  /** Such as `journeys/static.test.ts:12`. */
  tests: string[];
}

/** Headings without a test, each with the reason. One that is cited by a test does not belong here. */
export const untested: Readonly<Record<string, string>> = {
  "spec/accounts#calls": "a table: every call is made by a test (tools/coverage.test.ts)",
  "spec/extraction#calls": "a table: every call is made by a test (tools/coverage.test.ts)",
  "spec/pool#calls": "a table: every call is made by a test (tools/coverage.test.ts)",
  "spec/traffic-plan#calls": "a table: every call is made by a test (tools/coverage.test.ts)",
  "spec/product#principles": "an outline: the pages of the subjects have the rules",
  "spec/product#offers": "an outline: the pages of the subjects have the rules",
  "spec/product#roles": "an outline: the pages of the subjects have the rules",
  "spec/supply#words": "defines words",
  "spec/nodes#clock": "the warning and the gauge have no test yet",
  "spec/quality#speed-of-the-gateway": "reference figures of `npm run bench`",
  "spec/quality#p1": "measured by `npm run bench`",
  "spec/quality#p2": "measured by `npm run bench`",
  "spec/quality#p3": "measured by `npm run bench`",
  "spec/quality#p4": "measured by `npm run bench`",
  "spec/quality#p5": "measured by `npm run bench`",
  "spec/quality#p6": "measured by `npm run bench`",
  "spec/quality#p8": "measured by `npm run bench`",
  "spec/quality#p9": "measured by `npm run bench`",
  "spec/quality#p11": "measured by `npm run bench`",
};

const isTest = ({ name }: SourceFile) => /\.test\.tsx?$/.test(name) || name.startsWith("torture/");

/** Lines in which a bar of docs/spec/quality.md is named by its id: comments and titles. */
const titleOrComment = /^\s*(?:\/?\*|\/\/|["'`])|\b(?:it|test|describe)\b.*["'`(]/;
const barsIn = (line: string) =>
  titleOrComment.test(line)
    ? [...line.matchAll(/(?<![\w.])([LMGANXPDF]\d{1,2})(?![\w.])/g)].map(
        ([, id = ""]) => `spec/quality#${id.toLowerCase()}`,
      )
    : [];

/** Each citation in tests, with the places that have it. */
function citations(files: readonly SourceFile[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files.filter(isTest)) {
    for (const [at, line] of file.text.split("\n").entries()) {
      for (const cite of new Set([...citedIn(line), ...barsIn(line)]))
        found.set(cite, [...(found.get(cite) ?? []), `${file.name}:${at + 1}`]);
    }
  }
  return found;
}

/** A heading followed by a deeper one, with at most an introduction between them, is a group. */
function groupsOf(page: SourceFile): Set<string> {
  const levels = page.text
    .split("\n")
    .flatMap((line) => /^(#{2,6}) /.exec(line)?.[1]?.length ?? []);
  // The first anchor is the page's title.
  const anchors = [...anchorsOf(page)].slice(1);
  return new Set(anchors.filter((_, at) => (levels[at + 1] ?? 0) > (levels[at] ?? 0)));
}

/** All headings of the specification, with the tests that cite them. */
export function headings(files: readonly SourceFile[]): Heading[] {
  const cited = citations(files);
  const pages = files.filter(
    ({ name }) => /^docs\/spec\/[\w-]+\.md$/.test(name) && !/\/(README|planned)\.md$/.test(name),
  );
  return pages.flatMap((page) => {
    const groups = groupsOf(page);
    const name = page.name.slice("docs/".length, -".md".length);
    return [...(pagesOf([page]).get(page.name) ?? [])].slice(1).map((anchor) => {
      const cite = `${name}#${anchor}`;
      return { cite, isGroup: groups.has(anchor), tests: cited.get(cite) ?? [] };
    });
  });
}

/** Headings that no test cites and that have no reason; and reasons that are not needed. */
export function coverageFaults(all: readonly Heading[], reasons = untested): string[] {
  const open = all
    .filter(({ cite, isGroup, tests }) => !isGroup && tests.length === 0 && !(cite in reasons))
    .map(({ cite }) => `${cite}: no test cites it`);
  const idle = Object.keys(reasons)
    .filter((cite) => all.find((heading) => heading.cite === cite)?.tests.length !== 0)
    .map((cite) => `${cite}: has a test, or is gone; needs no reason`);
  return [...open, ...idle];
}

/** The specification's pages and everything that may cite them. */
export const citingFiles = (): SourceFile[] => [
  ...sources([".md"], ["docs/spec"]),
  ...sources([".ts", ".tsx"], ["packages", "apps", "journeys", "torture", "tools"]),
];

/** The table, one row for each heading. */
function table(all: readonly Heading[]): string {
  const rows = all.map(({ cite, isGroup, tests }) => {
    const link = `[${cite}](docs/${cite.replace("#", ".md#")})`;
    const why = untested[cite] ?? (isGroup ? "see the headings below it" : "");
    return `| ${link} | ${tests.length > 0 ? tests.join("<br>") : why} |`;
  });
  return ["| heading | tests |", "|---|---|", ...rows].join("\n");
}

if (process.argv[1] === import.meta.filename) {
  const [page = ""] = process.argv.slice(2);
  console.log(table(headings(citingFiles()).filter(({ cite }) => cite.startsWith(`spec/${page}`))));
}
