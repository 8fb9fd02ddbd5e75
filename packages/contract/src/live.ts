/** What runs through the gateways at this moment (spec/traffic-plan#live-traffic). */
import { z } from "zod";
import { eventCall } from "./call.ts";
import { at } from "./fields.ts";

const load = { bytesPerSecond: z.int(), connections: z.int() };

export const live = eventCall({
  path: "/v1/live",
  access: "key",
  summary: "Every second the bytes and open connections of the account, until its session ends.",
  answer: {
    at,
    ...load,
    byAccount: z
      .array(z.object({ account: z.string(), ...load }))
      .describe(
        "By sub-account's name; those where nothing moves and nothing is open are left out.",
      ),
  },
});
