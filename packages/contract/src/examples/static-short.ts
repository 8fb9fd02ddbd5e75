/** Short-term static IPs, by example. */
import { exampleId, now, shortIp } from "./customer.ts";

export const taken = {
  id: exampleId(802),
  at: now,
  action: "taken" as const,
  ip: shortIp.host,
  days: 1,
  detail: "",
};
