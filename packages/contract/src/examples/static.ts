/** Examples of static IPs. */
import { exampleId, frankfurt } from "./customer.ts";

export const taken = {
  id: exampleId(801),
  at: frankfurt.startedAt,
  action: "taken" as const,
  ip: frankfurt.host,
  days: 30,
  detail: "",
};
export const tiers = [
  { fromQty: 1, unitMicros: 5_000_000 },
  { fromQty: 50, unitMicros: 4_500_000 },
  { fromQty: 200, unitMicros: 4_000_000 },
];
