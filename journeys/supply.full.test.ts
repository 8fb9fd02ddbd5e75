/** Three wholesalers sold by two APIs and three gateway machines, in every trouble, under load. */
import { expect, it } from "vitest";
import { freshSeed, lineOf, runStory } from "../torture/story.ts";
import { supply } from "../torture/supply.ts";

it("shares, sessions and bytes are exact, and no trouble of a wholesaler costs a request that another could serve (spec/quality#upstreams-under-load)", async () => {
  const { figures } = await runStory(supply, true, freshSeed());
  expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
}, 1_800_000);
