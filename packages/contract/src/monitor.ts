/** The monitor of unlimited plans (spec/unlimited#monitor). */
import { z } from "zod";
import { call, eventCall } from "./call.ts";
import { at, id, oneOf } from "./fields.ts";

/** One moment: a second, or a minute's average. */
export const monitorPoint = z.object({
  at,
  cpuPercent: z
    .number()
    .describe("Of one core, the average of the gateway workers that carry the plan; 0-100."),
  bandwidthMbps: z.number().describe("Of the plan, both ways together."),
  upMbps: z.number(),
  downMbps: z.number(),
  tcpConnections: z.int().describe("Clients' connections of the plan."),
  memoryPercent: z
    .number()
    .describe("Of the machine's memory, all gateway workers that carry the plan together; 0-100."),
});
export type MonitorPoint = z.output<typeof monitorPoint>;

export const monitor = call({
  path: "/v1/unlimit/monitor",
  access: "key",
  summary: "A plan's bandwidth and connections, and CPU and memory of what carries it.",
  question: { planId: id(), minutes: oneOf([15, 60, 360, 1440]) },
  answer: {
    series: z
      .array(monitorPoint)
      .describe(
        "Oldest first: of 15 minutes one a second, else one a minute. What was not seen is left out.",
      ),
    now: monitorPoint.describe("Of the last 5 s."),
  },
});
export const monitorLive = eventCall({
  path: "/v1/unlimit/monitorLive",
  access: "key",
  summary: "Every second the newest point of a plan's monitor, until the session ends.",
  question: { planId: id() },
  answer: monitorPoint.shape,
});
