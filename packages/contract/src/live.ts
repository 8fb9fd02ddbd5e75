/** Traffic currently passing through the gateways (spec/traffic-plan#live-traffic). */
import { z } from "zod";
import { eventCall } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at } from "./fields.ts";

const load = {
  bytesPerSecond: z.int().describe("Traffic in the last second, both directions, in bytes."),
  connections: z.int().describe("Connections that are open now."),
};

export const live = eventCall({
  path: "/v1/live",
  access: "read",
  summary: "Traffic and open connections of the account, every second, until its session ends.",
  description: "Sends one event a second. While nothing runs, it sends zeros.",
  tag: "Traffic plan",
  answer: {
    at: at.describe("When it was measured."),
    ...load,
    byAccount: z
      .array(z.object({ account: z.string().describe("The sub-account's name."), ...load }))
      .describe("The same by sub-account; idle ones are left out."),
  },
  refusals: ["tooMany", "tooManyStreams"],
  example: {
    question: {},
    answer: {
      at: customer.now,
      bytesPerSecond: 1_840_000,
      connections: 12,
      byAccount: [
        { account: "Crawler01", bytesPerSecond: 1_500_000, connections: 9 },
        { account: "Shopper02", bytesPerSecond: 340_000, connections: 3 },
      ],
    },
  },
});

export const liveCalls = { live };
