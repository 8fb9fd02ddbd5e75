/** Screens of the IP pool, the API and static IPs. */
import { describeWalk } from "./walk.ts";
import { ipPaths } from "./walk-paths.ts";

describeWalk(ipPaths.map((address) => ({ who: "customer" as const, address })));
