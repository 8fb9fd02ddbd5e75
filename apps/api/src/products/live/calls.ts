/**
 * /v1/live: streams current traffic every second while a client watches
 * (spec/traffic-plan#live-traffic).
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { Calls } from "@turnpike/contract/calls.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { subAccountNames } from "../sub-account/find.ts";
import { accountsOf } from "../sub-account/store/lists.ts";
import { liveLoad } from "./load.ts";
import { liveShare } from "./share.ts";
import { OncePerSecond, Streams, spreadOverSecond } from "../../platform/http/streams.ts";

type Event = CallResponse<Calls["live"]>;

export function liveCalls(services: Services): Pick<Handlers, "live"> {
  const streams = new Streams();
  const share = liveShare(services);
  const shared = new OncePerSecond<Event>();
  return {
    live: async (_question, { accountId }, until) => {
      const open = streams.enter(accountId, until);
      share.watch(accountId, open);
      return watch(services, { accountId, shared }, open);
    },
  };
}

/** All streams of an account share each second's event. */
async function* watch(
  services: Services,
  { accountId, shared }: { accountId: string; shared: OncePerSecond<Event> },
  until: AbortSignal,
) {
  const names = new Map<string, string>();
  const live = liveLoad(services);
  const lateMs = spreadOverSecond();
  while (!until.aborted) {
    const make = () => eventOf(services, accountId, names);
    yield await shared.get(accountId, live.second(), make);
    await sleep(live.untilNext() + lateMs, null, { signal: until }).catch(() => null);
  }
}

/** `names` caches the sub-accounts' names from one event to the next. */
async function eventOf(
  services: Services,
  accountId: string,
  names: Map<string, string>,
): Promise<Event> {
  const { db, world } = services;
  const loads = liveLoad(services).of(accountId);
  const unknown = [...loads.keys()].filter((id) => !names.has(id));
  if (unknown.length > 0) {
    // A machine says whose the sub-accounts are that it counts.
    const owners = await accountsOf(db, unknown);
    const own = unknown.filter((id) => owners.get(id) === accountId);
    const found = await subAccountNames(db, own);
    for (const id of unknown) names.set(id, found.get(id) ?? "");
  }
  const byAccount = [...loads]
    .map(([id, load]) => ({ account: names.get(id) ?? "", ...load }))
    .filter((each) => each.account !== "")
    .sort((a, b) => (a.account < b.account ? -1 : 1));
  return {
    at: new Date(world.now()).toISOString(),
    bytesPerSecond: byAccount.reduce((sum, each) => sum + each.bytesPerSecond, 0),
    connections: byAccount.reduce((sum, each) => sum + each.connections, 0),
    byAccount,
  };
}
