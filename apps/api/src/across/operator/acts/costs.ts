/** Acts on the costs of upstreams and exits (spec/console#margin). */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import type { CostScope } from "@turnpike/rules/margin.ts";
import {
  allCosts,
  isKnownSource,
  MAX_COSTS,
  putCost,
  removeCost,
  type StoredCost,
} from "../../../inventory/exit/store/costs.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { defineAct } from "./act.ts";

interface CostKey {
  scope: CostScope;
  name: string;
  /** The first UTC day on which the price applies. */
  from: string;
}

const nameOf = ({ scope, name }: CostKey) =>
  scope === "exit" ? (canonicalAddress(name.trim()) ?? name.trim()) : name.trim();

/** Sets the price per GB and per address and month from a day on; 0 means free. */
export const setCost = defineAct<
  CostKey & { perGbMicros: number; perIpMonthMicros: number },
  StoredCost
>({
  action: "cost.set",
  run: async (services, tx, given, actor) => {
    const name = nameOf(given);
    if (!(await isKnownSource(tx, { scope: given.scope, name })))
      throw new ActRefused(`no exit has the ${given.scope} ${name}`);
    const before = await allCosts(tx);
    if (before.length >= MAX_COSTS) throw new ActRefused(`at most ${MAX_COSTS} prices`);
    const cost = { ...given, name };
    const createdAt = new Date(services.world.now());
    const result = { ...cost, createdAt, createdBy: actor.name };
    const same = ({ scope, name: other, from }: StoredCost) =>
      scope === cost.scope && other === name && from === cost.from;
    await putCost(tx, result);
    return { result, subject: `${cost.scope} ${name}`, before: before.find(same), after: cost };
  },
});

/** Removes a price as if it had never been set; costs are then computed without it. */
export const dropCost = defineAct<CostKey, StoredCost>({
  action: "cost.remove",
  run: async (_services, tx, given) => {
    const named = { ...given, name: nameOf(given) };
    const removed = (await allCosts(tx)).find(
      ({ scope, name, from }) =>
        scope === named.scope && name === named.name && from === named.from,
    );
    if (!removed || !(await removeCost(tx, named)))
      throw new ActRefused("there is no such price", { reason: "notFound" });
    return { result: removed, subject: `${removed.scope} ${removed.name}`, before: removed };
  },
});
