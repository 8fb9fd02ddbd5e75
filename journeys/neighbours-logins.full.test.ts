/** Effect of strangers' sign-in attempts on other customers. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it.skipIf(process.platform !== "linux")(
  "A /64 counts as one address, and a locked-out owner can sign in with a mailed code (N5, N8)",
  async () => {
    const { figures } = await runStory(
      neighboursOf(["N5", "N8", "production", "native"]),
      false,
      freshSeed(),
    );
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
