/** Calls that change unlimited plans and their ports (spec/unlimited#ports). */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { portRegion } from "@turnpike/contract/unlimited-plan.ts";
import type { upbandwidth, upport, upwhite } from "@turnpike/contract/unlimited-port.ts";
import { type UnlimitedKind, unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { judgeAddresses } from "../whitelist/judge.ts";
import {
  editPorts,
  refuseEndedPlans,
  withLockedPlan,
  withLockedPorts,
  type PortsWithPlans,
  rotatePorts,
  recordPortChanges,
} from "./edit.ts";
import { setWhitelist } from "./store/edit.ts";
import { movePlan } from "./move-region.ts";
import { presentMovableRegions } from "./movable-regions.ts";
import { presentPlan, presentPorts } from "./present.ts";
import type { PortRow } from "./store/plans.ts";

type Calls = Pick<
  Handlers,
  "portRegion" | "bandwidthRegion" | "upport" | "upbandwidth" | "rotateUnlimit" | "upwhite"
>;

export function editCalls(services: Services): Calls {
  return {
    portRegion: (request, caller) => updateRegion(services, "port", request, caller),
    bandwidthRegion: (request, caller) => updateRegion(services, "bandwidth", request, caller),
    upport: (request, caller) => updatePorts(services, request, caller),
    upbandwidth: (request, caller) => updateBandwidth(services, request, caller),
    rotateUnlimit: ({ ids }, caller) =>
      changeAndPresent(services, caller, { ids, kinds: unlimitedKinds }, (tx, on) =>
        rotatePorts(services, tx, on),
      ),
    upwhite: async (request, caller) => ({
      whitelist: await updateWhitelist(services, request, caller),
    }),
  };
}

function updatePorts(
  services: Services,
  { ids, ...change }: CallRequest<typeof upport>,
  caller: Caller,
) {
  return changeAndPresent(services, caller, { ids, kinds: ["port"] }, (tx, on) =>
    editPorts(services, tx, on, change),
  );
}

/** Changes ports by `work` and presents the result. */
function changeAndPresent(
  services: Services,
  caller: Caller,
  of: { ids: string[]; kinds: readonly UnlimitedKind[] },
  work: (tx: Tx, on: PortsWithPlans) => Promise<PortRow[]>,
) {
  return withLockedPorts(services, caller, of, async (tx, on) => {
    const rows = await work(tx, on);
    const shown = { plans: on.plans, ports: rows };
    return { ports: await presentPorts(services, tx, shown, caller.lang) };
  });
}

function updateBandwidth(
  services: Services,
  { planId, ...change }: CallRequest<typeof upbandwidth>,
  caller: Caller,
) {
  return withLockedPlan(services, caller, { planId, kind: "bandwidth" }, async (tx, plan, own) => {
    const rows = await editPorts(services, tx, { plans: [plan], ports: own }, change);
    return {
      plan: await presentPlan(services, tx, plan, caller.lang),
      ports: await presentPorts(services, tx, { plans: [plan], ports: rows }, caller.lang),
    };
  });
}

async function updateWhitelist(
  services: Services,
  { planId, ips }: CallRequest<typeof upwhite>,
  caller: Caller,
): Promise<string[]> {
  const addresses = await judgeAddresses(services, ips, "ips");
  return withLockedPlan(services, caller, { planId }, async (tx, plan, own) => {
    refuseEndedPlans(services, [plan]);
    await setWhitelist(tx, plan.id, addresses);
    await recordPortChanges(tx, own);
    return addresses;
  });
}

function updateRegion(
  services: Services,
  kind: UnlimitedKind,
  { planId, region: wanted }: CallRequest<typeof portRegion>,
  caller: Caller,
) {
  return withLockedPlan(services, caller, { planId, kind }, async (tx, plan, own) => {
    const moved =
      wanted === undefined ? plan : await movePlan(services, tx, { plan, ports: own }, wanted);
    return {
      regions: await presentMovableRegions(services, tx, moved, caller.lang),
      plan: await presentPlan(services, tx, moved, caller.lang),
    };
  });
}
