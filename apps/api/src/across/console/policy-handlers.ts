/** Handlers for the lists of domains that are refused. */
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import {
  importPolicy,
  type ListedPolicy,
  listedPolicy,
  removePolicy,
  setPolicy,
} from "../operator/acts/policies.ts";
import { policySetting } from "../target-policy/policies.ts";
import { readListText } from "../target-policy/read-list.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "policyList" | "policyImport" | "policySet" | "policyRemove";

const present = ({ pools, except, ...policy }: ListedPolicy) => ({
  ...policy,
  pools: pools === "all" ? null : pools,
  exceptApproved: except === "approved",
});

export function policyHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    policyList: async () => {
      const policies = services.settings.get(policySetting);
      return { items: policies.map((policy) => present(listedPolicy(policy))) };
    },

    async policyImport({ name, text, reason }, { actor }) {
      const input = { name, list: await readListText(text) };
      const { lines, leftOutLines, ...policy } = await perform(services, importPolicy, {
        actor,
        input,
        reason,
      });
      return { ...present(policy), lines, leftOutLines };
    },

    async policySet({ name, everywhere, pools, exceptApproved, reason }, { actor }) {
      const input = { name, pools: everywhere ? null : pools, exceptApproved };
      return present(await perform(services, setPolicy, { actor, input, reason }));
    },

    async policyRemove({ name, reason }, { actor }) {
      await perform(services, removePolicy, { actor, input: { name }, reason });
      return {};
    },
  };
}
