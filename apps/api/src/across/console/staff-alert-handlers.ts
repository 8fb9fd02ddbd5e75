/** Handlers for the places where staff are told (spec/operator#alerts). */
import type { Services } from "../../platform/services.ts";
import { type AlertTarget, alertTargets } from "../staff-alert/store/targets.ts";
import { perform } from "../operator/acts/act.ts";
import {
  addAlertTarget,
  removeAlertTarget,
  testAlertTarget,
} from "../operator/acts/staff-alerts.ts";
import type { ConsoleHandlers } from "./caller.ts";

const present = ({ id, kind, shown, topics, createdAt, lastAt, lastError }: AlertTarget) => ({
  id,
  kind,
  to: shown,
  on: topics,
  createdAt: createdAt.toISOString(),
  lastAt: lastAt?.toISOString() ?? null,
  lastError,
});

export function staffAlertHandlers(
  services: Services,
): Pick<ConsoleHandlers, "notifyList" | "notifyAdd" | "notifyRemove" | "notifyTest"> {
  return {
    notifyList: async () => ({ items: (await alertTargets(services.db)).map(present) }),

    async notifyAdd({ reason, place, on }, { actor }) {
      const input = { place, on: on.join(",") };
      return { item: present(await perform(services, addAlertTarget, { actor, input, reason })) };
    },

    async notifyRemove({ reason, ...input }, { actor }) {
      return {
        item: present(await perform(services, removeAlertTarget, { actor, input, reason })),
      };
    },

    async notifyTest({ reason, ...input }, { actor }) {
      return perform(services, testAlertTarget, { actor, input, reason });
    },
  };
}
