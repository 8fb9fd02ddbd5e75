/** Effect of idle gateway connections on other customers: portable engine. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it.skipIf(process.platform !== "linux")(
  "Idle connections from one address or from four do not affect others (N2)",
  async () => {
    const { figures } = await runStory(neighboursOf(["N2", "portable"]), false, freshSeed());
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
