/**
 * Checks the citations in the repository's texts: headings of the specification in the short form
 * defined by docs/spec/README.md, links in Markdown pages, bars by their id. Every broken one is
 * reported with file and line.
 */
import path from "node:path";
import type { SourceFile } from "./tree.ts";

/** Anchors of a page's headings, by the page's path. */
export type Pages = ReadonlyMap<string, ReadonlySet<string>>;

const linesOf = ({ text }: SourceFile) => text.split("\n");

/** GitHub's anchor for a heading. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** A page's lines with code blanked out, since code contains no headings or links. */
function proseLines(file: SourceFile): string[] {
  let fenced = false;
  return linesOf(file).map((line) => {
    const fence = /^\s*(```|~~~)/.test(line);
    if (fence) fenced = !fenced;
    return fence || fenced ? "" : line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  });
}

/** Anchors of a page's headings; repeated ones are numbered, as GitHub does. */
export function anchorsOf(file: SourceFile): Set<string> {
  const anchors = new Set<string>();
  let fenced = false;
  for (const line of linesOf(file)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const anchor = slug(heading);
    let name = anchor;
    for (let again = 1; anchors.has(name); again += 1) name = `${anchor}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

/** All Markdown pages with their anchors. */
export const pagesOf = (files: readonly SourceFile[]): Pages =>
  new Map(
    files.filter(({ name }) => name.endsWith(".md")).map((file) => [file.name, anchorsOf(file)]),
  );

/** The fault of a citation of a page, or null. */
function placeFault(pages: Pages, page: string, anchor: string | undefined): string | null {
  const anchors = pages.get(page);
  if (!anchors) return `there is no ${page}`;
  if (anchor === undefined || anchors.has(anchor)) return null;
  return `${page} has no heading #${anchor}`;
}

/** The short form, and pages by path; anchors are lower-case (`#Words` is not an anchor). */
const SHORT = /(?<![\w./@-])spec\/([a-z][a-z-]*)(?![\w/-])(?!\.(?!md\b)\w)(?:\.md)?(?:#([\w-]+))?/g;
const LONG = /(?<![\w./}-])(docs\/[\w/-]+\.md)(?:#([a-z][\w-]+))?/g;

/** The headings that a line cites in the short form. */
export const citedIn = (line: string): string[] =>
  [...line.matchAll(SHORT)].flatMap(([, page = "", anchor]) =>
    anchor === undefined ? [] : [`spec/${page}#${anchor}`],
  );

/** Citations whose page or heading does not exist. */
export function citationFaults(files: readonly SourceFile[], pages: Pages): string[] {
  return files.flatMap((file) =>
    linesOf(file).flatMap((line, at) => {
      const short = [...line.matchAll(SHORT)].map(([, page = "", anchor]) =>
        placeFault(pages, `docs/spec/${page}.md`, anchor),
      );
      const long = [...line.matchAll(LONG)].map(([, page = "", anchor]) =>
        placeFault(pages, page, anchor),
      );
      return [...short, ...long].flatMap((fault) =>
        fault ? [`${file.name}:${at + 1}: ${fault}`] : [],
      );
    }),
  );
}

/**
 * Broken links of Markdown pages. `generated` are anchors that exist only once the API has
 * generated the page.
 */
export function linkFaults(
  files: readonly SourceFile[],
  {
    pages,
    generated,
    exists,
  }: { pages: Pages; generated: Pages; exists: (file: string) => boolean },
): string[] {
  const fault = (from: string, link: string) => {
    const [target = "", anchor] = link.split("#");
    const file = target === "" ? from : path.posix.join(path.posix.dirname(from), target);
    if (!file.endsWith(".md")) return exists(file) ? null : `there is no ${file}`;
    if (anchor !== undefined && generated.get(file)?.has(anchor)) return null;
    return placeFault(pages, file, anchor);
  };
  return files
    .filter(({ name }) => name.endsWith(".md"))
    .flatMap((file) =>
      proseLines(file).flatMap((line, at) =>
        [...line.matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, link = ""]) => link)
          .filter((link) => !/^([a-z]+:|\/)/i.test(link))
          .flatMap((link) => fault(file.name, link) ?? [])
          .map((wrong) => `${file.name}:${at + 1}: ${wrong}`),
      ),
    );
}

const OLD = /\b(?:spec|contract|quality|design|fleet|stack)(?:ification)?(?:\.md)?,? § ?\d/i;
const OLD_BAR = /\bquality [A-Z]\d/i;
/** Sections of standards may be cited by number. */
const STANDARD = /(?:RFC \d+|OpenID Connect)(?:,? §[\d.]+)+/g;

/** Citations by section number, which refer to documents outside the repository. */
export function oldCitations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    linesOf(file).flatMap((line, at) => {
      const rest = line.replace(STANDARD, "");
      const old = OLD.test(rest) || OLD_BAR.test(rest) || /(?<!\w)§ ?\d/.test(rest);
      return old ? [`${file.name}:${at + 1}: ${line.trim()}`] : [];
    }),
  );
}

/** Titles and comments of tests that name a bar which docs/spec/quality.md lacks. */
export function barFaults(files: readonly SourceFile[], pages: Pages): string[] {
  const bars = pages.get("docs/spec/quality.md") ?? new Set();
  const titleOrComment = /^\s*(?:\/?\*|\/\/)|\b(?:it|test|describe)\b.*["'`(]/;
  return files
    .filter(({ name }) => /\.test\.tsx?$/.test(name))
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) => {
        if (!titleOrComment.test(line)) return [];
        const named = [...line.matchAll(/[(,;] ?([LMGANXPD]\d{1,2})(?=[,);:])/g)];
        return named
          .filter(([, id = ""]) => !bars.has(id.toLowerCase()))
          .map(([, id]) => `${file.name}:${at + 1}: there is no bar ${id}`);
      }),
    );
}
