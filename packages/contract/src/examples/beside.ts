/** The lookup service and the local manager, by example. */
import type { z } from "zod";
import type { lookupCalls } from "../lookup.ts";
import type { managerCalls } from "../manager.ts";
import { gateway, now, openedIp, seattle } from "./customer.ts";
import { onePage } from "./example.ts";

type Like<C extends Record<string, { question: z.ZodType; answer: z.ZodType }>> = {
  [N in keyof C]: {
    question: z.input<C[N]["question"]> & Record<string, unknown>;
    answer: z.output<C[N]["answer"]>;
  };
};

const facts = {
  ip: "192.0.2.44",
  ...seattle,
  latitude: 47.61,
  longitude: -122.33,
  timezone: "America/Los_Angeles",
  inPool: true,
};
const held = {
  id: openedIp.id,
  ip: openedIp.ip,
  host: gateway,
  port: openedIp.port,
  username: openedIp.username ?? "",
  password: openedIp.password ?? "",
  country: "US",
  expiresAt: openedIp.expiresAt,
  remainingSeconds: openedIp.remainingSeconds,
};
const key = "EXAMPLE-ACCESS-KEY";

export const lookupExamples = {
  getIp: { question: { ip: facts.ip }, answer: facts },
  ipList: { question: { ips: [facts.ip] }, answer: { ...onePage([facts]), limit: 100 } },
  start: {
    question: { key, country: "US", city: "seattle", hours: 2, requestId: "hold-2026-03-16" },
    answer: held,
  },
  online: { question: { key }, answer: { items: [held] } },
  stop: { question: { key, id: held.id }, answer: { released: 1 } },
} satisfies Like<typeof lookupCalls>;

const localPort = {
  port: 24_000,
  ip: openedIp.ip,
  upstream: `${gateway}:${openedIp.port}`,
  protocol: "both" as const,
  startedAt: now,
  expiresAt: openedIp.expiresAt,
  upBytes: 0,
  downBytes: 0,
  connections: 0,
  state: "listening" as const,
  detail: "",
};

export const managerExamples = {
  ipList: { question: {}, answer: { items: [localPort], version: "0.1.0" } },
  start: {
    question: {
      upstream: `${gateway}:${openedIp.port}:${held.username}:${held.password}`,
      ip: openedIp.ip,
      expiresAt: openedIp.expiresAt,
    },
    answer: { ...localPort, item: localPort },
  },
  del: { question: { ports: ["24000"] }, answer: { deleted: 1 } },
} satisfies Like<typeof managerCalls>;
