/** Promotions, coupons, news, and blocked targets (spec/console#shop, spec/console#targets). */
import { z } from "zod";
import {
  at,
  cents,
  flag,
  instant,
  integer,
  optional,
  paged,
  paging,
  requiredText,
  text,
} from "../fields.ts";
import { langs } from "../refusals.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { holder, reason, rowId } from "./fields.ts";

const access = "shop.read";
export const promotion = z
  .object({
    id: z.string().describe("The promotion's ID."),
    name: z.string().describe("The promotion's title, or the name of a built-in one."),
    fromCents: cents.describe("The smallest recharge it applies to."),
    percent: z.int().describe("The bonus in percent."),
    startsAt: at.describe("The time it begins."),
    endsAt: at.describe("The time it ends."),
    enabled: z.boolean().describe("True if it is enabled."),
  })
  .meta({ id: "ConsolePromotion" });

export const promotionList = consoleCall({
  path: "/console/v1/promotionList",
  access,
  summary: "Lists all promotions.",
  response: { items: z.array(promotion).describe("The promotions.") },
});

export const promotionAdd = consoleAct({
  path: "/console/v1/promotionAdd",
  access: "shop.write",
  summary: "Adds a bonus in percent on recharges from a sum on, enabled at once.",
  request: {
    title: requiredText(80).describe("The title that customers see."),
    fromCents: integer(0, 1_000_000_000).describe("The smallest recharge it applies to."),
    percent: integer(1, 100).describe("The bonus in percent."),
    startsAt: instant().describe("The time it begins."),
    endsAt: instant().describe("The time it ends."),
    reason,
  },
  response: { promotion: promotion.describe("The promotion.") },
  refusals: ["badField"],
});

export const promotionSwitch = consoleAct({
  path: "/console/v1/promotionSwitch",
  access: "shop.write",
  summary: "Enables or disables a promotion; bonuses that were already promised remain.",
  request: {
    id: rowId,
    enabled: flag().describe("1 to enable it, 0 to disable it."),
    startsAt: optional(instant()).describe("The new begin, to change it."),
    endsAt: optional(instant()).describe("The new end, to change it."),
    reason,
  },
  response: { promotion: promotion.describe("The promotion.") },
  refusals: ["notFound"],
});

export const couponList = consoleCall({
  path: "/console/v1/couponList",
  access,
  summary: "Lists coupons of all customers or of one, the newest first.",
  request: {
    ...paging,
    account: optional(text(254)).describe("Only coupons of this customer."),
    state: optional(z.enum(["usable", "used", "expired"], "badField")).describe(
      "Only coupons in this state.",
    ),
  },
  response: paged(
    z.object({
      ...holder,
      id: z.string().describe("The coupon's ID."),
      kind: z.enum(["discount", "gift"]).describe("The kind of coupon."),
      percent: z.int().nullable().describe("The discount."),
      minCents: cents.nullable().describe("The smallest order it applies to."),
      giftSku: z.string().nullable().describe("The product that it gives."),
      giftAmount: z.int().nullable().describe("The number of units that it gives."),
      createdAt: at.describe("The time it was given."),
      expiresAt: at.describe("The time until which it can be used."),
      usedAt: at.nullable().describe("The time it was used."),
    }),
  ),
  refusals: ["accountNotFound"],
});

const newsTitle = requiredText(200);
const newsBody = requiredText(5_000);

export const newsItem = z
  .object({
    id: z.string().describe("The announcement's ID."),
    at: at.describe("The time it was published."),
    lang: z.enum(langs).nullable().describe("The language; null if it is shown in all."),
    title: z.string().describe("The title."),
    body: z.string().describe("The text."),
    key: z
      .string()
      .nullable()
      .describe("The name of a built-in announcement; null for the operator's own."),
    translations: z
      .array(
        z.object({
          lang: z.enum(langs).describe("The language."),
          title: z.string().describe("The title."),
          body: z.string().describe("The text."),
        }),
      )
      .describe("The text that readers of each language see; empty if all see the same."),
  })
  .meta({ id: "NewsItem" });

export const newsList = consoleCall({
  path: "/console/v1/newsList",
  access,
  summary: "Lists announcements, the newest first.",
  response: { items: z.array(newsItem).describe("The announcements; 200 at most.") },
});

export const newsAdd = consoleAct({
  path: "/console/v1/newsAdd",
  access: "news.write",
  summary: "Publishes an announcement on the home page: in one language, or in all.",
  request: {
    title: newsTitle.describe("The title."),
    body: newsBody.describe("The text."),
    lang: optional(z.enum(langs, "badField")).describe("The language; absent: it is shown in all."),
    translations: optional(
      z
        .array(
          z.object({
            lang: z.enum(langs, "badField").describe("The language."),
            title: newsTitle.describe("The title."),
            body: newsBody.describe("The text."),
          }),
          "badField",
        )
        .max(langs.length, "badField"),
    ).describe("The texts of languages that see another one; only without `lang`."),
  },
  response: { news: newsItem.describe("The announcement.") },
  refusals: ["badField"],
});

export const newsRemove = consoleAct({
  path: "/console/v1/newsRemove",
  access: "news.write",
  summary: "Removes an announcement.",
  request: { id: rowId, reason },
  refusals: ["notFound"],
});

export const blockedTarget = z
  .object({
    pattern: z.string().describe("A domain, `*.domain`, a network, or `:port`."),
    accountId: z
      .string()
      .nullable()
      .describe("The customer's account ID; null for every customer."),
    email: z.string().nullable().describe("The customer's e-mail address."),
    createdAt: at.describe("The time it was blocked."),
  })
  .meta({ id: "BlockedTarget" });

export const targetList = consoleCall({
  path: "/console/v1/targetList",
  access: "targets.read",
  summary: "Lists targets that are blocked for all customers or for one.",
  request: {
    account: optional(text(254)).describe("Only targets that are blocked for this customer."),
  },
  response: { items: z.array(blockedTarget).describe("The blocked targets.") },
  refusals: ["accountNotFound"],
});

const pattern = requiredText(300).describe(
  "`example.com`, `*.example.com`, `198.51.100.0/24`, `2001:db8::/32` or `:25`.",
);
const whose = optional(text(254)).describe("The customer; absent: it is blocked for all.");

const target = {
  pattern: z.string().describe("The target in its shortest spelling."),
  account: z.string().nullable().describe("The customer's e-mail address; null: all customers."),
};

export const targetBlock = consoleAct({
  path: "/console/v1/targetBlock",
  access: "targets.write",
  summary: "Blocks a target and ends open connections to it, within two seconds.",
  request: { pattern, account: whose, reason },
  response: { ...target, added: z.boolean().describe("False if it was blocked already.") },
  refusals: ["badField", "accountNotFound"],
});

export const targetUnblock = consoleAct({
  path: "/console/v1/targetUnblock",
  access: "targets.write",
  summary: "Unblocks a target.",
  request: { pattern, account: whose, reason },
  response: target,
  refusals: ["badField", "accountNotFound", "notFound"],
});

export const consoleShopCalls = {
  promotionList,
  promotionAdd,
  promotionSwitch,
  couponList,
  newsList,
  newsAdd,
  newsRemove,
  targetList,
  targetBlock,
  targetUnblock,
};
