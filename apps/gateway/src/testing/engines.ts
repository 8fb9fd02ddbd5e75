/** The engines that can carry bytes on this machine: what a suite asks of one it asks of all. */
import { openKernel } from "../engine/native/kernel.ts";
import type { GatewayOptions } from "../serve.ts";

export interface Engine {
  name: string;
  options: Partial<GatewayOptions>;
}
export const engines: readonly Engine[] = [
  { name: "portable", options: { engine: "portable" } },
  ...(openKernel() ? [{ name: "native", options: { engine: "native" } } as const] : []),
];
