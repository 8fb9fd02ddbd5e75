/** Finds what an account has, by a piece of its name: for the command palette, and for scripts. */
import { z } from "zod";
import { call } from "./call.ts";
import { requiredText } from "./fields.ts";

export const foundKinds = [
  "subAccount",
  "static",
  "short",
  "openedIp",
  "plan",
  "port",
  "whitePort",
  "whitelist",
  "link",
  "order",
  "webhook",
] as const;

export const find = call({
  path: "/v1/find",
  access: "key",
  summary: "What the account has whose name, address, remark or number holds the text.",
  question: { q: requiredText(60) },
  answer: {
    items: z
      .array(
        z.object({
          kind: z.enum(foundKinds),
          id: z.string(),
          name: z
            .string()
            .describe("What it is called: an account's name, an address, an order's number."),
          detail: z
            .string()
            .describe(
              "What tells it from others, without words of a language: a place's code, an amount, a remark.",
            ),
          to: z
            .string()
            .describe("The screen that shows it, this one thing picked out where the screen can."),
        }),
      )
      .describe("Five of a kind at most; what matches from its beginning first."),
  },
});
