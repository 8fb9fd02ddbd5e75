/** Monitoring of unlimited plans (spec/unlimited#monitor). */
import { z } from "zod";
import { call, eventCall } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/unlimited.ts";
import { at, id, oneOf } from "./fields.ts";

/** One sample: a second, or the average of a minute. */
export const monitorPoint = z
  .object({
    at: at.describe("The time it was measured."),
    cpuPercent: z
      .number()
      .describe(
        "CPU use of the gateway workers that carry the plan, in percent of one core: their average, 0 to 100.",
      ),
    bandwidthMbps: z
      .number()
      .describe("The plan's bandwidth, both directions, in megabits per second."),
    upMbps: z.number().describe("Bandwidth from clients, in megabits per second."),
    downMbps: z.number().describe("Bandwidth to clients, in megabits per second."),
    tcpConnections: z.int().describe("Client connections of the plan that are open."),
    memoryPercent: z
      .number()
      .describe(
        "Memory use of all gateway workers that carry the plan, in percent of the machine's: 0 to 100.",
      ),
  })
  .meta({ id: "MonitorPoint", description: "One moment: a second, or the average of a minute." });
export type MonitorPoint = z.output<typeof monitorPoint>;

export const monitor = call({
  path: "/v1/unlimit/monitor",
  access: "read",
  summary:
    "Returns a plan's bandwidth and connections, and the CPU and memory use of its gateway workers.",
  description: "For 15 minutes one point a second, otherwise one a minute.",
  tag: "Monitor",
  request: {
    planId: id().describe("The plan, by its ID."),
    minutes: oneOf([15, 60, 360, 1440]).describe("The span to return, in minutes."),
  },
  response: {
    series: z
      .array(monitorPoint)
      .describe(
        "The oldest first: one point a second for 15 minutes, else one a minute. Times without a measurement are missing.",
      ),
    now: monitorPoint.describe("The points of the last five seconds."),
  },
  refusals: ["planNotFound"],
  example: {
    request: { planId: customer.planIds.ports, minutes: 60 },
    response: {
      series: [
        { ...examples.point, at: "2026-03-16T09:29:00.000Z", bandwidthMbps: 17.4, downMbps: 16.3 },
      ],
      now: examples.point,
    },
  },
});
export const monitorLive = eventCall({
  path: "/v1/unlimit/monitorLive",
  access: "read",
  summary: "Streams the newest point of a plan's monitor, every second, until the session ends.",
  description: "Sends one event a second.",
  tag: "Monitor",
  request: { planId: id().describe("The plan, by its ID.") },
  response: monitorPoint,
  refusals: ["planNotFound", "tooMany", "tooManyStreams"],
  example: { request: { planId: customer.planIds.ports }, response: examples.point },
});

export const monitorCalls = { monitor, monitorLive };
