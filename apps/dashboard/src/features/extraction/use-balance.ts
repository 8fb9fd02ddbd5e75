import type { LinkPlan } from "@turnpike/contract/extraction.ts";
import { useCall } from "../../lib/queries.ts";

/** What calls are paid from: IPs, or bytes of the traffic plan; undefined while it is on its way. */
export function useBalance(plan: LinkPlan): number | undefined {
  const { data } = useCall("indexInit", {});
  return plan === "ip" ? data?.ipBalance : data?.trafficBytes;
}
