import { defineModule } from "../../platform/module.ts";
import { foundOrders } from "./by-text.ts";
import { orderCalls } from "./calls.ts";
import { orderChecks } from "./verify.ts";

export const orderModule = defineModule({
  calls: orderCalls,
  search: (sought) => [foundOrders(sought)],
  verify: orderChecks,
});
