/** Screens about using traffic. */
import { describeWalk } from "./walk.ts";
import { trafficPaths } from "./walk-paths.ts";

describeWalk(
  trafficPaths.map((address) => ({ who: "customer" as const, address })),
  "fr",
);
