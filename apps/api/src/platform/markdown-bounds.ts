/**
 * What Markdown the parser may read. Its time grows with the square of the marks in one paragraph and
 * with the depth of lists and quotes: 20 kB of `_*a` took ten seconds of the only thread.
 */

/** Lists and quotes in each other beyond what anybody reads. */
const tooDeep = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){21}/m;
/** Characters that may begin or end something within a paragraph, and how many one may have. */
const marks = /[*_~`!<[\]\\&@]/g;
const mostMarks = 200;
/** Where a paragraph, an item of a list, a heading or a row of a table begins. */
const begins = /\n(?=[ \t]*(?:\n|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|))/;

/** Whether a text is nobody's to read, and is shown as it was written instead. */
export const isBeyondReading = (markdown: string): boolean =>
  tooDeep.test(markdown) ||
  markdown.split(begins).some((block) => (block.match(marks)?.length ?? 0) > mostMarks);
