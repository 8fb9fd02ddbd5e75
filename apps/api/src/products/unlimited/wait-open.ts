/** Waits until gateways have opened the ports of a new plan. */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { orderUnlimit } from "@turnpike/contract/unlimited-plan.ts";
import { waitUntilOpen } from "../../inventory/listening-port/wait-open.ts";
import { anyGateway } from "../../platform/gateways.ts";
import type { Services } from "../../platform/services.ts";
import { unlimitedPortRange } from "./store/port-range.ts";
import { unreleasedPortIds } from "./store/terms.ts";

type OrderAnswer = CallResponse<typeof orderUnlimit>;

/** Returns the response with the number of open ports, so that the plan works at once. */
export async function waitForPlan(services: Services, answer: OrderAnswer): Promise<OrderAnswer> {
  const { plan } = answer;
  if (!plan || !(await anyGateway(services))) return answer;
  try {
    const ids = await unreleasedPortIds(services.db, plan.id);
    const open = await waitUntilOpen(services, unlimitedPortRange, ids);
    return { ...answer, plan: { ...plan, open: open.size } };
  } catch (err) {
    // The plan is paid for, so return it even if its ports' state cannot be read.
    services.log.error({ err, plan: plan.id }, "port states read failed");
    return answer;
  }
}
