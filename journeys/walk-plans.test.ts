/** Screens of unlimited plans and the settings. */
import { describeWalk } from "./walk.ts";
import { planPaths } from "./walk-paths.ts";

describeWalk(
  planPaths.map((address) => ({ who: "customer" as const, address })),
  "zh-tw",
);
