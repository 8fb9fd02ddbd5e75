/** Calls that change unlimited plans and their ports (spec/unlimited#ports). */
import type { Question } from "@turnpike/contract/call.ts";
import type { portRegion } from "@turnpike/contract/unlimited-plan.ts";
import type { upbandwidth, upport, upwhite } from "@turnpike/contract/unlimited-port.ts";
import { type UnlimitedKind, unlimitedKinds } from "@turnpike/rules/unlimited.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { judgeAddresses } from "../whitelist/judge.ts";
import { editPorts, mustRun, onPlan, onPorts, type Ports, rotatePorts, tellPorts } from "./edit.ts";
import { setWhitelist } from "./store/edit.ts";
import { movePlan } from "./move-region.ts";
import { openRegions } from "./open-regions.ts";
import { presentPlan, presentPorts } from "./present.ts";
import type { PortRow } from "./store/plans.ts";

type Calls = Pick<
  Handlers,
  "portRegion" | "bandwidthRegion" | "upport" | "upbandwidth" | "rotateUnlimit" | "upwhite"
>;

export function editCalls(services: Services): Calls {
  return {
    portRegion: (request, asker) => region(services, "port", request, asker),
    bandwidthRegion: (request, asker) => region(services, "bandwidth", request, asker),
    upport: (request, asker) => ports(services, request, asker),
    upbandwidth: (request, asker) => bandwidth(services, request, asker),
    rotateUnlimit: ({ ids }, asker) =>
      changed(services, asker, { ids, kinds: unlimitedKinds }, (tx, on) =>
        rotatePorts(services, tx, on),
      ),
    upwhite: async (request, asker) => ({ whitelist: await whitelist(services, request, asker) }),
  };
}

function ports(services: Services, { ids, ...change }: Question<typeof upport>, asker: Asker) {
  return changed(services, asker, { ids, kinds: ["port"] }, (tx, on) =>
    editPorts(services, tx, on, change),
  );
}

/** Changes ports by `work` and presents the result. */
function changed(
  services: Services,
  asker: Asker,
  of: { ids: string[]; kinds: readonly UnlimitedKind[] },
  work: (tx: Tx, on: Ports) => Promise<PortRow[]>,
) {
  return onPorts(services, asker, of, async (tx, on) => {
    const rows = await work(tx, on);
    const shown = { plans: on.plans, ports: rows };
    return { ports: await presentPorts(services, tx, shown, asker.lang) };
  });
}

function bandwidth(
  services: Services,
  { planId, ...change }: Question<typeof upbandwidth>,
  asker: Asker,
) {
  return onPlan(services, asker, { planId, kind: "bandwidth" }, async (tx, plan, own) => {
    const rows = await editPorts(services, tx, { plans: [plan], ports: own }, change);
    return {
      plan: await presentPlan(services, tx, plan, asker.lang),
      ports: await presentPorts(services, tx, { plans: [plan], ports: rows }, asker.lang),
    };
  });
}

async function whitelist(
  services: Services,
  { planId, ips }: Question<typeof upwhite>,
  asker: Asker,
): Promise<string[]> {
  const addresses = await judgeAddresses(services, ips, "ips");
  return onPlan(services, asker, { planId }, async (tx, plan, own) => {
    mustRun(services, [plan]);
    await setWhitelist(tx, plan.id, addresses);
    await tellPorts(tx, own);
    return addresses;
  });
}

function region(
  services: Services,
  kind: UnlimitedKind,
  { planId, region: wanted }: Question<typeof portRegion>,
  asker: Asker,
) {
  return onPlan(services, asker, { planId, kind }, async (tx, plan, own) => {
    const moved =
      wanted === undefined ? plan : await movePlan(services, tx, { plan, ports: own }, wanted);
    return {
      regions: await openRegions(services, tx, moved, asker.lang),
      plan: await presentPlan(services, tx, moved, asker.lang),
    };
  });
}
