/** What the parts of the story share: sizes, people, and what honest customers ask for. */
import type { Random } from "@turnpike/net/testing/random.ts";
import type { Customer } from "../../journeys/customer.ts";
import type { Sub } from "../arena.ts";
import type { Stage } from "../fleet/stage.ts";
import type { StoryOptions } from "../story.ts";
import { countries, type Market } from "./market.ts";
import type { Shoppers, Wish } from "./shoppers.ts";

/** Tunnels at once. */
export const lanes = 12;
export const sizes = {
  full: { requests: 10_000, faultMs: 8_000, calmMs: 6_000, provocations: 20 },
  bounded: { requests: 400, faultMs: 2_500, calmMs: 2_000, provocations: 2 },
};
export interface Scene extends StoryOptions {
  stage: Stage;
  market: Market;
  shoppers: Shoppers;
  owners: Customer[];
  subs: Sub[];
  size: (typeof sizes)["full"];
}

/** The last sub-account provokes; the others are honest. */
export const wishOf =
  ({ stage, subs, random }: Scene, sid: (random: Random) => string | null) =>
  (): Wish => ({
    node: random.pick(stage.nodes),
    sub: random.pick(subs.slice(0, 3)),
    country: random.pick(countries),
    sid: sid(random),
  });
export const without = () => null;
