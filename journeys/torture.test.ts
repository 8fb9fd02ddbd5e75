/** What crashes do to the books: nothing (M2, M3); the other stories are in torture.full.test.ts. */
import { expect, it } from "vitest";
import { kills } from "../torture/kills.ts";
import { freshSeed, lineOf, tell } from "../torture/story.ts";

it("Gateway, API and database killed with 20 live tunnels: billed is what was carried", async () => {
  const { figures } = await tell(kills, false, freshSeed());
  expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
}, 120_000);
