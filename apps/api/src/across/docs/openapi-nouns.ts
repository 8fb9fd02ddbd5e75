/** What the contract speaks of, by the name that its schema has in `/openapi.json`. */
import { withdrawal } from "@turnpike/contract/affiliate.ts";
import { cdkey } from "@turnpike/contract/cdkey.ts";
import { apiLink, extracted } from "@turnpike/contract/extraction.ts";
import { heldIp, lookedUp } from "@turnpike/contract/lookup.ts";
import { localPort } from "@turnpike/contract/manager.ts";
import { monitorPoint } from "@turnpike/contract/monitor.ts";
import { order, product, tier } from "@turnpike/contract/order.ts";
import { bonusTier } from "@turnpike/contract/payment.ts";
import { openedIp, poolIp } from "@turnpike/contract/pool.ts";
import { loggedRequest } from "@turnpike/contract/request-log.ts";
import { bindings, invoiceTitle, user } from "@turnpike/contract/session.ts";
import { staticEvent, staticIp, stock } from "@turnpike/contract/static.ts";
import { subAccount, subAccountLimits } from "@turnpike/contract/sub-account.ts";
import { unlimitedPlan, unlimitedPort, unlimitedRegion } from "@turnpike/contract/unlimited.ts";
import { delivery, webhook } from "@turnpike/contract/webhook.ts";
import { whitePort } from "@turnpike/contract/white-port.ts";
import { whitelistEntry } from "@turnpike/contract/whitelist.ts";
import type { z } from "zod";

export const nouns = {
  User: user,
  Bindings: bindings,
  InvoiceTitle: invoiceTitle,
  Order: order,
  Product: product,
  PriceTier: tier,
  BonusTier: bonusTier,
  Withdrawal: withdrawal,
  CdKey: cdkey,
  PoolIp: poolIp,
  OpenedIp: openedIp,
  ExtractionLink: apiLink,
  ExtractedProxy: extracted,
  SubAccount: subAccount,
  SubAccountLimits: subAccountLimits,
  WhitelistEntry: whitelistEntry,
  WhitelistedPort: whitePort,
  LoggedRequest: loggedRequest,
  StaticIp: staticIp,
  StaticEvent: staticEvent,
  StaticStock: stock,
  UnlimitedRegion: unlimitedRegion,
  UnlimitedPlan: unlimitedPlan,
  UnlimitedPort: unlimitedPort,
  MonitorPoint: monitorPoint,
  Webhook: webhook,
  WebhookDelivery: delivery,
  AddressFacts: lookedUp,
  HeldIp: heldIp,
  LocalPort: localPort,
} satisfies Record<string, z.ZodObject>;
