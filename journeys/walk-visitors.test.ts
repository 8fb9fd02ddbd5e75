/** Screens of visitors. */
import { describeWalk } from "./walk.ts";
import { visitors } from "./walk-paths.ts";

describeWalk(
  visitors.map((address) => ({ who: "visitor" as const, address })),
  "fr",
);
