import { type CallName, calls } from "@turnpike/contract/calls.ts";
import { type CallHooks, defineModule } from "../../platform/module.ts";
import { askBeforeSale } from "./tax-sale.ts";
import { taxChecks } from "./verify.ts";

const buying = Object.entries(calls).flatMap(([name, call]) =>
  call.buys ? [name as CallName] : [],
);

export const taxModule = defineModule({
  hooks: (services) => {
    const askFirst = (accountId: string) => askBeforeSale(services, accountId);
    return {
      first: Object.fromEntries(buying.map((name) => [name, askFirst])) as CallHooks["first"] &
        object,
    };
  },
  verify: taxChecks,
});
