/** Screens of customers who have nothing yet. */
import { describeWalk } from "./walk.ts";
import { newcomers } from "./walk-paths.ts";

describeWalk(
  newcomers.map((address) => ({ who: "newcomer" as const, address })),
  "en",
);
