/** Effect of one customer's tunnels and names, and a stranger's attempts: native engine. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it.skipIf(process.platform !== "linux")(
  "Unresponsive names, one account's tunnels and attempts from a /64 do not affect others (N1, N3, N5)",
  async () => {
    const { figures } = await runStory(
      neighboursOf(["N1", "N3", "N5", "lab", "native"]),
      false,
      freshSeed(),
    );
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
