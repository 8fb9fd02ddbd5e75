/** Any of the staff may preview a mail: no Markdown of 20 kB stops the API (spec/quality#n7). */
import { expect, test } from "vitest";
import { renderSafely } from "./http/safe-markdown.ts";
import { badLinks } from "./mail/markdown.ts";
import { faultsOf } from "./mail/texts.ts";

const pieces = ["_*a", "***a* ", "a*a **b ", "!"];
const filled = (piece: string) => piece.repeat(20_000 / piece.length);
/** Paragraphs as full of marks as they may be. */
const split = (piece: string) => `${piece.repeat(65)}\n\n`.repeat(20_000 / (piece.length * 65 + 2));

const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

test.each(pieces)("20 kB of %j take no second", (piece) => {
  for (const text of [filled(piece), split(piece)]) {
    expect(cpuMs(() => renderSafely(text))).toBeLessThan(600);
    expect(cpuMs(() => badLinks(text))).toBeLessThan(600);
  }
});

test("What is too full of marks is shown as it was written, and is no text of a mail", () => {
  const text = filled("_*a");
  expect(renderSafely(`# Terms\n\n${text}`)).toEqual({
    html: `<pre><code># Terms\n\n${text}</code></pre>\n`,
    title: null,
  });
  expect(faultsOf("refund", { subject: "S", body: text }).map(({ fault }) => fault)).toContain(
    "has a paragraph with too many marks, or lists in lists",
  );
  const list = "- [a](https://a.example) and **b**\n".repeat(300);
  expect(renderSafely(list).html).toContain("<strong>b</strong>");
});
