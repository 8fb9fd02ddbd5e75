/** Moves a plan to another region (spec/unlimited#calls): its ports, numbers and time stay. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isInRegion, type UnlimitedRegion } from "@turnpike/rules/unlimited-region.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { mustRun, tellPorts } from "./edit.ts";
import { changePorts, setRegion } from "./store/edit.ts";
import { lockCapacity } from "./capacity.ts";
import { openTo } from "./open-regions.ts";
import type { PlanRow, PortRow } from "./store/plans.ts";

/**
 * The plan and its ports are locked; answers the plan as it is then. Countries that do not lie in
 * the new region are given up: any of its exits will do.
 * @throws Refusal regionNotOpen, planExpired
 */
export async function movePlan(
  services: Services,
  tx: Tx,
  { plan, ports }: { plan: PlanRow; ports: PortRow[] },
  region: UnlimitedRegion,
): Promise<PlanRow> {
  mustRun(services, [plan]);
  if (region === plan.region) return plan;
  await lockCapacity(tx);
  if (!(await openTo(tx, plan)).has(region))
    throw new Refusal("regionNotOpen", { field: "region" });
  await setRegion(tx, plan.id, region);
  const away = ports.filter(({ country }) => country !== null && !isInRegion(country, region));
  await changePorts(
    tx,
    away.map((port) => ({ ...port, country: null })),
  );
  await tellPorts(tx, ports);
  return { ...plan, region };
}
