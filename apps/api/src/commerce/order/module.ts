import { defineModule } from "../../platform/module.ts";
import { orderCalls } from "./calls.ts";
import { enterpriseOf } from "./enterprise.ts";
import { eraseKeyNames, searchOrders } from "./store.ts";
import { orderChecks } from "./verify.ts";

export const orderModule = defineModule({
  calls: orderCalls,
  overview: {
    user: async ({ db }, accountId) => ({ enterprise: await enterpriseOf(db, accountId) }),
  },
  erase: { clear: (_services, tx, { accountIds }) => eraseKeyNames(tx, accountIds) },
  search: (query) => [searchOrders(query)],
  verify: orderChecks,
});
