import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { type CallHooks, defineModule } from "../../platform/module.ts";
import { askBeforeSale } from "./tax-sale.ts";
import { taxChecks } from "./verify.ts";

const buying = Object.entries(calls).flatMap(([name, call]) =>
  call.buys ? [name as CallName] : [],
);

export const taxModule = defineModule({
  hooks: (services) => {
    const askFirst = <T>(accountId: string, work: () => Promise<T>) =>
      askBeforeSale(services, accountId)?.then(work) ?? work();
    return {
      inTurn: Object.fromEntries(buying.map((name) => [name, askFirst])) as CallHooks["inTurn"] &
        object,
    };
  },
  verify: taxChecks,
});
