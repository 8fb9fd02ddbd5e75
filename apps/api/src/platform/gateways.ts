/** Whether and how many gateway workers are connected, to whichever API process. */
import type { Services } from "./services.ts";

type Connected = Pick<Services, "gateways" | "gatewaysAnywhere">;

/** Gateway workers connected to any API. Reads rows. */
export async function gatewaysConnected({
  gateways,
  gatewaysAnywhere,
}: Connected): Promise<number> {
  return (await gatewaysAnywhere?.()) ?? gateways?.() ?? 0;
}

/** Whether any is connected; reads rows only where none is connected to this process. */
export async function anyGateway(services: Connected): Promise<boolean> {
  return (services.gateways?.() ?? 0) > 0 || (await gatewaysConnected(services)) > 0;
}
