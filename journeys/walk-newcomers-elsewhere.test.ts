/** Screens of customers who have nothing yet: of static IPs, plans, what is passed on and the settings. */
import { describeWalk } from "./walk.ts";
import { newcomersElsewhere } from "./walk-paths.ts";

describeWalk(newcomersElsewhere.map((address) => ({ who: "newcomer" as const, address })));
