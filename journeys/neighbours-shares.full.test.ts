/** Effect of expensive calls and live streams on other customers. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it.skipIf(process.platform !== "linux")(
  "Expensive calls of one account and live streams of fifty do not affect others (N7)",
  async () => {
    const { figures } = await runStory(neighboursOf(["N7", "native"]), false, freshSeed());
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
