/** Screens at home and in the shop, and of what a customer passes on. */
import { describeWalk } from "./walk.ts";
import { homePaths } from "./walk-paths.ts";

describeWalk(
  homePaths.map((address) => ({ who: "customer" as const, address })),
  "en",
);
