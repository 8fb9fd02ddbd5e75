import { defineModule } from "../../platform/module.ts";
import { orderCalls } from "./calls.ts";
import { eraseKeyNames, searchOrders } from "./store.ts";
import { orderChecks } from "./verify.ts";

export const orderModule = defineModule({
  calls: orderCalls,
  overview: {
    // Who has paid an enterprise order is an enterprise customer (spec/money#orders).
    user: (_services, _accountId, { enterpriseIp, enterpriseTraffic }) => ({
      enterprise: { ip: enterpriseIp, traffic: enterpriseTraffic },
    }),
  },
  erase: { clear: (_services, tx, { accountIds }) => eraseKeyNames(tx, accountIds) },
  search: (query) => [searchOrders(query)],
  verify: orderChecks,
});
