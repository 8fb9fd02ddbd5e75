/** Screens of the IP pool. */
import { describeWalk } from "./walk.ts";
import { poolPaths } from "./walk-paths.ts";

describeWalk(
  poolPaths.map((address) => ({ who: "customer" as const, address })),
  "ru",
);
