import { expect, it } from "vitest";
import { isRightToLeft, visualRuns } from "./bidi.ts";

/** The line as it looks, from left to right. */
function seen(line: string): string {
  const runs = visualRuns(line, isRightToLeft(line));
  return runs
    .map((run) => (run.isRightToLeft ? Array.from(run.text).toReversed().join("") : run.text))
    .join("");
}

// Also of signs whose script and direction differ, and of letters beyond the basic plane.
it.each([
  ["left to right stays", "Acme Ltd. (50%)", "Acme Ltd. (50%)"],
  ["right to left is turned round", "אבג", "גבא"],
  ["a foreign name within keeps its order", "אב (ABC) ג", "ג (ABC) בא"],
  ["numbers keep their order", "אב 123-45, ג", "ג ,123-45 בא"],
  ["Arabic digits do too", "اب ١٢٣", "١٢٣ با"],
  ["an Arabic percent sign makes no line Arabic", "٪50 Acme אב", "٪50 Acme בא"],
  ["letters of a rare script are turned round", "𞤀𞤁 (ABC)", "(ABC) 𞤁𞤀"],
  ["a picture keeps its place", "אב 😀 12", "12 😀 בא"],
  ["brackets belong together", "אב (ABC Ltd.) 50%", "50% (.ABC Ltd) בא"],
  ["a right-to-left name in a line from left to right", "Acme (אב) Ltd", "Acme (בא) Ltd"],
])("%s", (_title, line, visual) => {
  expect(seen(line)).toBe(visual);
});
