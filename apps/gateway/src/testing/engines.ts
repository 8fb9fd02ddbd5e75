/** The engines available on this machine. */
import { openKernel } from "../engine/native/kernel.ts";
import type { GatewayOptions } from "../serve.ts";

export interface Engine {
  name: string;
  options: Partial<GatewayOptions>;
}
const portable: Engine = { name: "portable", options: { engine: "portable" } };
const native: Engine = { name: "native", options: { engine: "native" } };

/** For suites about the relayed bytes: billing, draining, an API that is away. */
export const bothEngines: readonly Engine[] = openKernel() ? [portable, native] : [portable];
/** For all others: the default engine of this machine, or both with `TURNPIKE_FULL=1`. */
export const engines: readonly Engine[] =
  process.env["TURNPIKE_FULL"] === "1" ? bothEngines : bothEngines.slice(-1);
