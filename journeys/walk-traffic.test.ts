/** Screens of what a customer does with traffic. */
import { describeWalk } from "./walk.ts";
import { trafficPaths } from "./walk-paths.ts";

describeWalk(
  trafficPaths.map((address) => ({ who: "customer" as const, address })),
  "fr",
);
