/** A machine as the console lists it (spec/console#supply). */
import { z } from "zod";
import { at } from "../fields.ts";

export const listedNode = z
  .object({
    id: z.string().describe("The node's id."),
    name: z.string().describe("Its name; `local` is the API's own machine."),
    region: z.string().describe("Its region."),
    host: z.string().describe("The host that customers connect to."),
    relay: z.string().nullable().describe("A port in front of it."),
    leaseSeconds: z.int().describe("How long a lease lasts there, in seconds."),
    state: z.string().describe("Its state."),
    workers: z.int().describe("Gateway workers that are connected."),
    version: z.string().nullable().describe("The oldest version that runs there."),
    skewMs: z.int().nullable().describe("How far its clock is off."),
    lastSeenAt: at.nullable().describe("When it was seen last."),
    exits: z.int().describe("Exits that it has."),
    cpuPercent: z.number().nullable().describe("The load of the last minute; null where unknown."),
    memoryPercent: z.number().nullable().describe("The memory of the last minute."),
    badPorts: z
      .array(z.object({ port: z.int().describe("The port."), detail: z.string().describe("Why.") }))
      .describe("Ports that do not open there; the first 50."),
    refused: z
      .array(
        z.object({
          what: z.string().describe("What was refused, such as `usage` or `connections`."),
          count: z.int().describe("How often."),
          lastAt: at.describe("When it was last."),
        }),
      )
      .describe(
        "What the API refused of the machine in the last day: other machines' things, malformed questions, and more than its share.",
      ),
  })
  .meta({ id: "ListedNode" });
