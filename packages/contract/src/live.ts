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
  summary:
    "Streams the account's traffic and open connections, every second, until the session ends.",
  description: "Sends one event a second, with zeros while nothing runs.",
  tag: "Traffic plan",
  response: {
    at: at.describe("The time it was measured."),
    ...load,
    byAccount: z
      .array(z.object({ account: z.string().describe("The sub-account's name."), ...load }))
      .describe("Traffic and connections by sub-account; idle ones are left out."),
  },
  refusals: ["tooMany", "tooManyStreams"],
  example: {
    request: {},
    response: {
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
