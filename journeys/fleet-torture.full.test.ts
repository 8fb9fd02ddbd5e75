/** Two APIs and three gateway machines, while each part of them crashes, is cut off or restarts. */
import { expect, it } from "vitest";
import { fleet } from "../torture/fleet.ts";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";

it("byte counts are exact, and failures do not affect customers of other parts (spec/quality#fleet)", async () => {
  const { figures } = await runStory(fleet, true, freshSeed());
  expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
}, 1_200_000);
