/** The answer to a gateway worker about upstreams: its share of connections, logins to try. */
import type { Questions } from "@turnpike/contract/data-plane.ts";
import { recordEvents } from "../../inventory/upstream/states.ts";
import { dueTries, takeShares } from "../../inventory/upstream/store/shares.ts";
import type { Services } from "../../platform/services.ts";

type Upstreams = Questions["upstreams"];

/** Records what happened at upstreams; the worker is as its connection names it. */
export async function upstreamsAnswer(
  services: Services,
  { open, events }: Upstreams["question"],
  { nodeName, ...by }: { gateway: string; epoch: string; nodeName: string },
): Promise<Upstreams["answer"]> {
  await recordEvents(services, events, nodeName);
  const workers = Math.max(1, await services.hub.gatewaysAnywhere());
  const limits = await takeShares(services.db, { ...by, open, workers });
  const now = new Date(services.world.now());
  return { limits, retry: await dueTries(services.db, { now, node: nodeName }) };
}
