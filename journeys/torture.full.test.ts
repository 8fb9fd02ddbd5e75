/** Crashes, cut links, repeated reports and changed clocks do not affect the books (M2-M4, M9). */
import { expect, it } from "vitest";
import { clock } from "../torture/clock.ts";
import { kills } from "../torture/kills.ts";
import { linkCut } from "../torture/link-cut.ts";
import { reports } from "../torture/reports.ts";
import { freshSeed, lineOf, type Story, runStory } from "../torture/story.ts";

const stories: [string, Story][] = [
  ["gateway, API and database killed with 20 live tunnels (M2, M3)", kills],
  ["each report five times, shuffled, from two gateways (M4)", reports],
  ["the link between gateway and API cut and healed", linkCut],
  ["the clock moved on while bytes flow (M9)", clock],
];

it.each(stories)(
  "%s: the billed bytes equal the transferred bytes",
  async (_title, story) => {
    const { figures } = await runStory(story, false, freshSeed());
    expect(figures.filter(({ pass }) => !pass).map(lineOf)).toEqual([]);
  },
  120_000,
);
