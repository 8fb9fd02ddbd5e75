/** A machine as the console lists it (spec/console#supply). */
import { z } from "zod";
import { at } from "../fields.ts";

export const listedNode = z
  .object({
    id: z.string().describe("The node's ID."),
    name: z.string().describe("The node's name; `local` is the API's own machine."),
    region: z.string().describe("The node's region."),
    host: z.string().describe("The host that customers connect to."),
    relay: z.string().nullable().describe("The `HOST:PORT` of its relay; null without one."),
    leaseSeconds: z.int().describe("The length of a lease, in seconds."),
    state: z.string().describe("The node's state."),
    workers: z.int().describe("The number of connected gateway workers."),
    version: z.string().nullable().describe("The oldest version that runs there."),
    skewMs: z.int().nullable().describe("The offset of its clock from the API's, in milliseconds."),
    lastSeenAt: at.nullable().describe("The time it was last seen."),
    exits: z.int().describe("The number of its exits."),
    cpuPercent: z.number().nullable().describe("The load of the last minute; null if unknown."),
    memoryPercent: z.number().nullable().describe("The memory of the last minute."),
    badPorts: z
      .array(
        z.object({
          port: z.int().describe("The port."),
          detail: z.string().describe("The reason."),
        }),
      )
      .describe("Ports that do not open there; the first 50."),
    refused: z
      .array(
        z.object({
          what: z
            .string()
            .describe("The kind of question that was refused, such as `usage` or `connections`."),
          count: z.int().describe("The number of refusals."),
          lastAt: at.describe("The time of the last refusal."),
        }),
      )
      .describe(
        "Questions of the machine that the API refused in the last day: about other machines, malformed, or more than its share.",
      ),
  })
  .meta({ id: "ListedNode" });
