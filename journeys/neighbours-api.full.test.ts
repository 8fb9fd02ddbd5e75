/** Effect of idle API connections, and of objects piled up by one account, on other customers. */
import { expect, it } from "vitest";
import { neighboursOf } from "../torture/neighbours.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it.skipIf(process.platform !== "linux")(
  "Idle connections do not slow down callers, and a free account's objects are limited (N4, N6)",
  async () => {
    const { figures } = await runStory(neighboursOf(["N4", "N6", "native"]), false, freshSeed());
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
