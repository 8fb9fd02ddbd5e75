/** Unlimited plans and their monitor, by example. */
import { gateway, now, orders, planIds, planPort, portIds, portPlan } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const europe = {
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
const europeMbps = {
  ...europe,
  stock: 4_000,
  unitMicros: { 7: 450_000, 30: 1_400_000, 90: 3_800_000 },
};
const bandwidthPlan = {
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
const sharedPort = {
  ...planPort,
  id: portIds[1],
  planId: planIds.bandwidth,
  mbps: 100,
  port: 20_006,
};
const glance = { active: 1, expiring: 0, expired: 0 };
const point = {
  at: now,
  cpuPercent: 3.4,
  bandwidthMbps: 18.2,
  upMbps: 1.1,
  downMbps: 17.1,
  tcpConnections: 36,
  memoryPercent: 4.8,
};
const plansOf = (plan: typeof portPlan) => ({
  ...onePage([plan]),
  plans: [plan],
  glance: { ...glance, quantity: plan.quantity, usedBytes: plan.usedBytes },
});
const portsOf = (plan: typeof portPlan, port: typeof planPort) => ({
  answeredAt: now,
  plan,
  ports: [port],
  ...onePage([port]),
});

export const unlimitedExamples = {
  portServers: { question: {}, answer: { regions: [europe] } },
  bandwidthServers: { question: {}, answer: { regions: [europeMbps] } },
  orderUnlimit: {
    question: {
      kind: "port",
      region: "europe",
      quantity: 5,
      days: 30,
      method: "wallet",
      requestId: "plan-2026-03-05",
    },
    answer: { order: orders.ports, planId: planIds.ports, plan: { ...portPlan, usedBytes: 0 } },
  },
  renewalUnlimit: {
    question: {
      planId: planIds.ports,
      days: 30,
      method: "wallet",
      requestId: "plan-2026-03-16",
    },
    answer: {
      order: { ...orders.ports, orderNo: "T260316-008", renewal: true },
      plan: { ...portPlan, expiresAt: "2026-05-04T10:05:00.000Z", remainingHours: 1_177 },
    },
  },
  portOrders: { question: { status: "active" }, answer: plansOf(portPlan) },
  bandwidthOrders: { question: { status: "active" }, answer: plansOf(bandwidthPlan) },
  portOrder: {
    question: { planId: planIds.ports, page: 1, limit: 10 },
    answer: portsOf(portPlan, planPort),
  },
  bandwidthOrder: {
    question: { planId: planIds.bandwidth },
    answer: portsOf(bandwidthPlan, sharedPort),
  },
  portRegion: {
    question: { planId: planIds.ports, region: "europe" },
    answer: { regions: [europe], plan: portPlan },
  },
  bandwidthRegion: {
    question: { planId: planIds.bandwidth },
    answer: { regions: [europeMbps], plan: bandwidthPlan },
  },
  upport: {
    question: { ids: [portIds[0]], rotationMinutes: 10, country: "DE" },
    answer: { ports: [planPort] },
  },
  upbandwidth: {
    question: { planId: planIds.bandwidth, rotationMinutes: 10 },
    answer: { plan: bandwidthPlan, ports: [sharedPort] },
  },
  rotateUnlimit: { question: { ids: [portIds[0]] }, answer: { ports: [planPort] } },
  upwhite: {
    question: { planId: planIds.ports, ips: ["203.0.113.7"] },
    answer: { whitelist: ["203.0.113.7"] },
  },
  monitor: {
    question: { planId: planIds.ports, minutes: 60 },
    answer: {
      series: [{ ...point, at: "2026-03-16T09:29:00.000Z", bandwidthMbps: 17.4, downMbps: 16.3 }],
      now: point,
    },
  },
  monitorLive: { question: { planId: planIds.ports }, answer: point },
} satisfies SomeExamples;
