/** Examples of unlimited plans and their monitor. */
import { gateway, now, planIds, planPort, portIds, portPlan } from "./customer.ts";
import { onePage } from "./example.ts";

export const europe = {
  region: "europe" as const,
  name: "Europe",
  host: gateway,
  stock: 420,
  unitMicros: { 7: 3_000_000, 30: 9_000_000, 90: 24_000_000 },
  countries: [
    { code: "DE", name: "Germany", exits: 64 },
    { code: "FR", name: "France", exits: 51 },
  ],
};
export const europeMbps = {
  ...europe,
  stock: 4_000,
  unitMicros: { 7: 450_000, 30: 1_400_000, 90: 3_800_000 },
};
export const bandwidthPlan = {
  ...portPlan,
  id: planIds.bandwidth,
  orderNo: "T260316-007",
  kind: "bandwidth" as const,
  quantity: 100,
  mbps: 100,
  ports: 1,
  open: 1,
  whitelist: [],
  usedBytes: 0,
};
export const sharedPort = {
  ...planPort,
  id: portIds[1],
  planId: planIds.bandwidth,
  mbps: 100,
  port: 20_006,
};
export const glance = { active: 1, expiring: 0, expired: 0 };
export const point = {
  at: now,
  cpuPercent: 3.4,
  bandwidthMbps: 18.2,
  upMbps: 1.1,
  downMbps: 17.1,
  tcpConnections: 36,
  memoryPercent: 4.8,
};
export const plansOf = (plan: typeof portPlan) => ({
  ...onePage([plan]),
  plans: [plan],
  glance: { ...glance, quantity: plan.quantity, usedBytes: plan.usedBytes },
});
export const portsOf = (plan: typeof portPlan, port: typeof planPort) => ({
  answeredAt: now,
  plan,
  ports: [port],
  ...onePage([port]),
});
