/** Handlers for groups of customers. */
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { addGroup, setCustomerGroup } from "../operator/acts/groups.ts";
import { listGroups } from "../operator/read/groups.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "groupList" | "groupAdd" | "customerGroup";

export function groupHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    groupList: async () => ({
      items: await listGroups(services.db, { now: services.world.now() }),
    }),

    async groupAdd({ reason, ...input }, { actor }) {
      return { group: await perform(services, addGroup, { actor, input, reason }) };
    },

    customerGroup: ({ reason, account, group = null }, { actor }) =>
      perform(services, setCustomerGroup, { actor, input: { account, group }, reason }),
  };
}
