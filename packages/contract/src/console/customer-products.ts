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
    "Lists a customer's sub-accounts, static IPs, unlimited plans and opened IPs; 200 of each.",
  request: { account },
  response: {
    subAccounts: z
      .array(
        z.object({
          id: z.string().describe("The sub-account's ID."),
          name: z.string().describe("The sub-account's name."),
          enabled: z.boolean().describe("True if it is enabled."),
          usedBytes: bytes.describe("The traffic used."),
          createdAt: at.describe("The time it was created."),
        }),
      )
      .describe("Sub-accounts."),
    staticIps: z
      .array(
        z.object({
          id: z.string().describe("The static IP's ID."),
          ip: z.string().describe("The address."),
          country: z.string().describe("ISO 3166-1 alpha-2 code."),
          term: z.string().describe("`static` or `short`."),
          startedAt: at.describe("The time it was taken."),
          expiresAt: at.describe("The time it ends."),
          autoRenew: z.boolean().describe("True if it has auto-renew."),
          live: z.boolean().describe("True if it is active."),
        }),
      )
      .describe("Static IPs."),
    plans: z
      .array(
        z.object({
          id: z.string().describe("The plan's ID."),
          orderNo: z.string().describe("The order's number."),
          kind: z.string().describe("`port` or `bandwidth`."),
          region: z.string().describe("The region."),
          quantity: z.int().describe("The number of ports, or Mbps."),
          expiresAt: at.describe("The time it ends."),
          live: z.boolean().describe("True if it is active."),
        }),
      )
      .describe("Unlimited plans."),
    openedIps: z
      .array(
        z.object({
          id: z.string().describe("The opened IP's ID."),
          ip: z.string().describe("The address."),
          openedAt: at.describe("The time it was opened."),
          expiresAt: at.describe("The time it closes."),
          live: z.boolean().describe("True if it is open now."),
        }),
      )
      .describe("Opened IPs of the pool."),
  },
  refusals: ["accountNotFound"],
});

export const customerSecurity = consoleCall({
  path: "/console/v1/customerSecurity",
  access,
  summary: "Lists a customer's sessions, login log, API keys and whitelisted addresses.",
  request: { account },
  response: {
    sessions: z
      .array(
        z.object({
          id: z.string().describe("The session's ID."),
          ip: z.string().describe("The client's address."),
          agent: z.string().describe("The browser."),
          createdAt: at.describe("The time it was opened."),
          lastSeenAt: at.describe("The time it was used last."),
        }),
      )
      .describe("Open sessions."),
    events: z
      .array(
        z.object({
          at: at.describe("The time of the event."),
          event: z.string().describe("The kind of event, such as `signin`."),
          ip: z.string().describe("The client's address."),
          agent: z.string().describe("The browser."),
        }),
      )
      .describe("The newest 100 entries of the login log."),
    apiKeys: z
      .array(
        z.object({
          id: z.string().describe("The key's ID."),
          name: z.string().describe("The key's name."),
          prefix: z.string().describe("The key's first characters."),
          scopes: z.array(z.string()).describe("The key's scopes."),
          lastUsedAt: at.nullable().describe("The time it was used last."),
          expiresAt: at.nullable().describe("The time it expires."),
        }),
      )
      .describe("API keys."),
    whitelist: z
      .array(
        z.object({
          ip: z.string().describe("The client's address."),
          subAccount: z.string().describe("The sub-account that its traffic is billed to."),
          createdAt: at.describe("The time it was added."),
        }),
      )
      .describe("Whitelisted client addresses, the newest 200."),
  },
  refusals: ["accountNotFound"],
});

export const consoleCustomerProductCalls = { customerProducts, customerSecurity };
