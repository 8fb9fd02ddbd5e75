/** Effect of one customer's or a stranger's attack on other customers. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

const idle = "Idle connections from one address or from four do not affect others (N2)";
const loud =
  "Unresponsive names, one account's tunnels and attempts from a /64 do not affect others (N1, N3, N5)";
const attacks: [effect: string, words: string[]][] = [
  [loud, ["N1", "N3", "N5", "lab", "native"]],
  [loud, ["N1", "N3", "N5", "lab", "portable"]],
  [idle, ["N2", "native"]],
  [idle, ["N2", "portable"]],
  [
    "A /64 counts as one address, and a locked-out owner can sign in with a mailed code (N5, N8)",
    ["N5", "N8", "production", "native"],
  ],
  [
    "Idle connections do not slow down callers, and a free account's objects are limited (N4, N6)",
    ["N4", "N6", "native"],
  ],
  [
    "Expensive calls of one account and live streams of fifty do not affect others (N7)",
    ["N7", "native"],
  ],
];

it.skipIf(process.platform !== "linux").each(attacks)(
  "%s: %s",
  async (_effect, words) => {
    const { figures } = await runStory(neighboursOf(words), false, freshSeed());
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
