import { defineModule } from "../../platform/module.ts";
import { orderCalls } from "./calls.ts";
import { searchOrders } from "./store.ts";
import { orderChecks } from "./verify.ts";

export const orderModule = defineModule({
  calls: orderCalls,
  search: (sought) => [searchOrders(sought)],
  verify: orderChecks,
});
