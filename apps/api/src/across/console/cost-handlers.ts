/** Handlers for the costs of upstreams and exits, and for the margin. */
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { dropCost, setCost } from "../operator/acts/costs.ts";
import { yearOfDays } from "../operator/read/days.ts";
import { marginOf } from "../operator/read/margin.ts";
import { serialized } from "../operator/read/paging.ts";
import { allCosts } from "../../inventory/exit/store/costs.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "costList" | "costSet" | "costRemove" | "margin";

export function costHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    costList: async () => ({ items: serialized(await allCosts(db)) }),

    async costSet({ reason, ...input }, { actor }) {
      return { cost: serialized(await perform(services, setCost, { actor, input, reason })) };
    },

    async costRemove({ reason, ...input }, { actor }) {
      return { cost: serialized(await perform(services, dropCost, { actor, input, reason })) };
    },

    margin: ({ by, ...days }) => marginOf(db, { ...yearOfDays(days), by }),
  };
}
