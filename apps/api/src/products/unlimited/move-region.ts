/**
 * Moves a plan to another region (spec/unlimited#calls); its time and ports stay. Ports at nodes
 * that do not serve the new region move to nodes that do, with new numbers.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isInRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { refuseEndedPlans, recordPortChanges } from "./edit.ts";
import { changePorts, setRegion } from "./store/edit.ts";
import { unlimitedExits } from "../../inventory/exit/store/exits.ts";
import { setNumbers } from "../../inventory/listening-port/store/states.ts";
import { servingNodesNow } from "../../inventory/node/fleet.ts";
import { lockCapacity, regionOffer } from "./capacity.ts";
import { placePlanPorts } from "./place-ports.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { movableRegions } from "./movable-regions.ts";
import type { PlanRow, PortRow } from "./store/plans.ts";

/**
 * Moves a locked plan with its ports and returns it. Ports whose country is not in the new region
 * are reset to any country.
 * @throws Refusal regionNotOpen, planExpired
 */
export async function movePlan(
  services: Services,
  tx: Tx,
  { plan, ports }: { plan: PlanRow; ports: PortRow[] },
  region: UnlimitedRegion,
): Promise<PlanRow> {
  refuseEndedPlans(services, [plan]);
  if (region === plan.region) return plan;
  await lockCapacity(tx);
  if (!(await movableRegions(services, tx, plan)).has(region))
    throw new Refusal("regionNotOpen", { field: "region" });
  const moved = { ...plan, region };
  await moveToNodes(services, tx, moved, ports);
  await setRegion(tx, plan.id, region);
  const outsideRegion = ports.filter(
    ({ country }) => country !== null && !isInRegion(country, region),
  );
  await changePorts(
    tx,
    outsideRegion.map((port) => ({ ...port, country: null })),
  );
  await recordPortChanges(tx, ports);
  return moved;
}

/** @throws Refusal regionNotOpen if the region's nodes do not have enough free numbers */
async function moveToNodes(
  services: Services,
  tx: Tx,
  plan: PlanRow,
  ports: PortRow[],
): Promise<void> {
  const nodes = await servingNodesNow(services, tx);
  const offer = regionOffer({ nodes, exits: await unlimitedExits(tx) }, plan.region);
  const serving = new Set(offer.nodes.map(({ id }) => id));
  const misplaced = ports.filter(({ node_id }) => !serving.has(node_id));
  if (misplaced.length === 0) return;
  const places = await placePlanPorts(services, tx, plan, misplaced.length);
  if (places === null) throw new Refusal("regionNotOpen", { field: "region" });
  const moved = places.map((place, at) => ({ id: misplaced[at]?.id ?? "", ...place }));
  await setNumbers(tx, unlimitedPortRange, moved);
}
