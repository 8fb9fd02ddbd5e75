/** Screens of the API and of static IPs. */
import { describeWalk } from "./walk.ts";
import { staticPaths } from "./walk-paths.ts";

describeWalk(
  staticPaths.map((address) => ({ who: "customer" as const, address })),
  "vi",
);
