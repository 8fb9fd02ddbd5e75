/** Gates as commands and the console show them (spec/identity#gates). */
import type { Gate } from "@turnpike/rules/identity.ts";
import { gatesOf } from "../../../commerce/gate/gates.ts";
import type { Services } from "../../../platform/services.ts";

/** A gate as it is shown. */
export const presentGate = ({ sku, overGb, since }: Gate) => ({
  sku,
  identity: true,
  overGb,
  since: new Date(since).toISOString(),
});

/** All gates, by product. */
export const listGates = (services: Pick<Services, "settings">) =>
  gatesOf(services)
    .toSorted((one, two) => (one.sku < two.sku ? -1 : 1))
    .map(presentGate);
