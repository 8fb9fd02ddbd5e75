/** A customer's products and sign-in methods (spec/console#customers). */
import { z } from "zod";
import { at, bytes } from "../fields.ts";
import { consoleCall } from "./call.ts";
import { account } from "./fields.ts";

const access = "customers.read";

export const customerProducts = consoleCall({
  path: "/console/v1/customerProducts",
  access,
  summary:
    "What a customer has: sub-accounts, static IPs, unlimited plans, opened IPs; 200 of each.",
  question: { account },
  answer: {
    subAccounts: z
      .array(
        z.object({
          id: z.string().describe("The sub-account's id."),
          name: z.string().describe("Its name."),
          enabled: z.boolean().describe("Whether it is enabled."),
          usedBytes: bytes.describe("What it has used."),
          createdAt: at.describe("When it was created."),
        }),
      )
      .describe("Sub-accounts."),
    staticIps: z
      .array(
        z.object({
          id: z.string().describe("Its id."),
          ip: z.string().describe("The address."),
          country: z.string().describe("ISO 3166 code."),
          term: z.string().describe("`static` or `short`."),
          startedAt: at.describe("When it was taken."),
          expiresAt: at.describe("When it ends."),
          autoRenew: z.boolean().describe("Whether it renews itself."),
          live: z.boolean().describe("Whether it runs now."),
        }),
      )
      .describe("Static IPs."),
    plans: z
      .array(
        z.object({
          id: z.string().describe("Its id."),
          orderNo: z.string().describe("The order."),
          kind: z.string().describe("`port` or `bandwidth`."),
          region: z.string().describe("The region."),
          quantity: z.int().describe("Ports, or Mbps."),
          expiresAt: at.describe("When it ends."),
          live: z.boolean().describe("Whether it runs now."),
        }),
      )
      .describe("Unlimited plans."),
    openedIps: z
      .array(
        z.object({
          id: z.string().describe("Its id."),
          ip: z.string().describe("The address."),
          openedAt: at.describe("When it was opened."),
          expiresAt: at.describe("When it closes."),
          live: z.boolean().describe("Whether it is open now."),
        }),
      )
      .describe("Opened IPs of the pool."),
  },
  refusals: ["accountNotFound"],
});

export const customerSecurity = consoleCall({
  path: "/console/v1/customerSecurity",
  access,
  summary: "A customer's sessions, the log of sign-ins, API keys and whitelisted addresses.",
  question: { account },
  answer: {
    sessions: z
      .array(
        z.object({
          id: z.string().describe("The session's id."),
          ip: z.string().describe("The client's address."),
          agent: z.string().describe("The browser."),
          createdAt: at.describe("When it was opened."),
          lastSeenAt: at.describe("When it was used last."),
        }),
      )
      .describe("Open sessions."),
    events: z
      .array(
        z.object({
          at: at.describe("When."),
          event: z.string().describe("What, such as `signin`."),
          ip: z.string().describe("The client's address."),
          agent: z.string().describe("The browser."),
        }),
      )
      .describe("The newest 100 entries of the login log."),
    apiKeys: z
      .array(
        z.object({
          id: z.string().describe("The key's id."),
          name: z.string().describe("Its name."),
          prefix: z.string().describe("How it begins."),
          scopes: z.array(z.string()).describe("What it may do."),
          lastUsedAt: at.nullable().describe("When it was used last."),
          expiresAt: at.nullable().describe("When it ends."),
        }),
      )
      .describe("API keys."),
    whitelist: z
      .array(
        z.object({
          ip: z.string().describe("The client's address."),
          subAccount: z.string().describe("The sub-account that its traffic counts for."),
          createdAt: at.describe("When it was added."),
        }),
      )
      .describe("Whitelisted client addresses, the newest 200."),
  },
  refusals: ["accountNotFound"],
});

export const consoleCustomerProductCalls = { customerProducts, customerSecurity };
