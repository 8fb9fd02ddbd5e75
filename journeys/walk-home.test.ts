/** Screens of home, the shop, and what a customer passes on to others. */
import { describeWalk } from "./walk.ts";
import { homePaths } from "./walk-paths.ts";

describeWalk(
  homePaths.map((address) => ({ who: "customer" as const, address })),
  "en",
);
