/** Prices, promotions, coupons, news, and blocked targets (spec/console#shop, spec/console#targets). */
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
export const sku = requiredText(40).describe("The product's SKU.");

const tier = z.object({
  fromQty: z.int().describe("From this quantity on."),
  unitMicros: z.int().describe("The price of one unit, in millionths of a dollar."),
});

export const product = z
  .object({
    sku: z.string().describe("The SKU."),
    kind: z.string().describe("Its kind."),
    enterprise: z.boolean().describe("Whether it is for enterprises."),
    days: z.int().nullable().describe("Its term; null where it has none."),
    region: z.string().nullable().describe("Its region; null where it has none."),
    minQty: z.int().describe("The smallest quantity."),
    maxQty: z.int().describe("The largest quantity."),
    stepQty: z.int().describe("Quantities are multiples of it."),
    onSale: z.boolean().describe("Whether it can be ordered."),
    tiers: z.array(tier).describe("Its prices."),
  })
  .meta({ id: "ConsoleProduct" });

export const productList = consoleCall({
  path: "/console/v1/productList",
  access,
  summary: "All products with their prices, on sale or not.",
  answer: { items: z.array(product).describe("All of them, in the shop's order.") },
});

export const productSwitch = consoleAct({
  path: "/console/v1/productSwitch",
  access: "shop.write",
  summary: "Puts a product on sale, or takes it off; what was bought goes on.",
  question: { sku, onSale: flag().describe("1 on sale, 0 off."), reason },
  answer: { product: product.describe("The product.") },
  refusals: ["unknownSku"],
});

export const promotion = z
  .object({
    id: z.string().describe("Its id."),
    name: z.string().describe("Its title, or the name of a built-in one."),
    fromCents: cents.describe("For recharges from this amount on."),
    percent: z.int().describe("The bonus in percent."),
    startsAt: at.describe("When it begins."),
    endsAt: at.describe("When it ends."),
    enabled: z.boolean().describe("Whether it is enabled."),
  })
  .meta({ id: "ConsolePromotion" });

export const promotionList = consoleCall({
  path: "/console/v1/promotionList",
  access,
  summary: "All promotions.",
  answer: { items: z.array(promotion).describe("All of them.") },
});

export const promotionAdd = consoleAct({
  path: "/console/v1/promotionAdd",
  access: "shop.write",
  summary: "Adds a bonus in percent on recharges from an amount on, enabled at once.",
  question: {
    title: requiredText(80).describe("Its title, as customers read it."),
    fromCents: integer(0, 1_000_000_000).describe("For recharges from this amount on."),
    percent: integer(1, 100).describe("The bonus in percent."),
    startsAt: instant().describe("When it begins."),
    endsAt: instant().describe("When it ends."),
    reason,
  },
  answer: { promotion: promotion.describe("The promotion.") },
  refusals: ["badField"],
});

export const promotionSwitch = consoleAct({
  path: "/console/v1/promotionSwitch",
  access: "shop.write",
  summary: "Enables or disables a promotion; bonuses already promised remain.",
  question: {
    id: rowId,
    enabled: flag().describe("1 enabled, 0 disabled."),
    startsAt: optional(instant()).describe("When it begins, to change it."),
    endsAt: optional(instant()).describe("When it ends, to change it."),
    reason,
  },
  answer: { promotion: promotion.describe("The promotion.") },
  refusals: ["notFound"],
});

export const couponList = consoleCall({
  path: "/console/v1/couponList",
  access,
  summary: "Coupons of all customers or of one, the newest first.",
  question: {
    ...paging,
    account: optional(text(254)).describe("Only of this customer."),
    state: optional(z.enum(["usable", "used", "expired"], "badField")).describe(
      "Only in this state.",
    ),
  },
  answer: paged(
    z.object({
      ...holder,
      id: z.string().describe("The coupon's id."),
      kind: z.enum(["discount", "gift"]).describe("What it gives."),
      percent: z.int().nullable().describe("The discount."),
      minCents: cents.nullable().describe("The smallest order it applies to."),
      giftSku: z.string().nullable().describe("The product that it gives."),
      giftAmount: z.int().nullable().describe("How much of it."),
      createdAt: at.describe("When it was given."),
      expiresAt: at.describe("Until when it can be used."),
      usedAt: at.nullable().describe("When it was used."),
    }),
  ),
  refusals: ["accountNotFound"],
});

const newsTitle = requiredText(200);
const newsBody = requiredText(5_000);

export const newsItem = z
  .object({
    id: z.string().describe("Its id."),
    at: at.describe("When it was published."),
    lang: z.enum(langs).nullable().describe("The language; null: shown in all."),
    title: z.string().describe("The title."),
    body: z.string().describe("The text."),
    key: z.string().nullable().describe("The name of a built-in one; null for the operator's own."),
    translations: z
      .array(
        z.object({
          lang: z.enum(langs).describe("The language."),
          title: z.string().describe("The title."),
          body: z.string().describe("The text."),
        }),
      )
      .describe("What each language reads; empty where all read the same."),
  })
  .meta({ id: "NewsItem" });

export const newsList = consoleCall({
  path: "/console/v1/newsList",
  access,
  summary: "Announcements, the newest first.",
  answer: { items: z.array(newsItem).describe("The newest 200.") },
});

export const newsAdd = consoleAct({
  path: "/console/v1/newsAdd",
  access: "news.write",
  summary: "Publishes an announcement on the home page: in one language, or in all.",
  question: {
    title: newsTitle.describe("The title."),
    body: newsBody.describe("The text."),
    lang: optional(z.enum(langs, "badField")).describe("The language; absent: shown in all."),
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
    ).describe("Texts of languages that read another one; only without `lang`."),
  },
  answer: { news: newsItem.describe("The announcement.") },
  refusals: ["badField"],
});

export const newsRemove = consoleAct({
  path: "/console/v1/newsRemove",
  access: "news.write",
  summary: "Takes an announcement down.",
  question: { id: rowId, reason },
  refusals: ["notFound"],
});

export const blockedTarget = z
  .object({
    pattern: z.string().describe("A domain, `*.domain`, a network, or `:port`."),
    accountId: z.string().nullable().describe("For whom; null for every customer."),
    email: z.string().nullable().describe("Their e-mail address."),
    createdAt: at.describe("Since when."),
  })
  .meta({ id: "BlockedTarget" });

export const targetList = consoleCall({
  path: "/console/v1/targetList",
  access: "targets.read",
  summary: "Targets that are blocked for all or for one customer.",
  question: { account: optional(text(254)).describe("Only for this customer.") },
  answer: { items: z.array(blockedTarget).describe("All of them.") },
  refusals: ["accountNotFound"],
});

const pattern = requiredText(300).describe(
  "`example.com`, `*.example.com`, `198.51.100.0/24`, `2001:db8::/32` or `:25`.",
);
const whose = optional(text(254)).describe("For this customer alone; absent: for every customer.");

export const targetBlock = consoleAct({
  path: "/console/v1/targetBlock",
  access: "targets.write",
  summary: "Refuses a target and ends open connections to it, within two seconds.",
  question: { pattern, account: whose, reason },
  answer: { added: z.boolean().describe("False where it was blocked already.") },
  refusals: ["badField", "accountNotFound"],
});

export const targetUnblock = consoleAct({
  path: "/console/v1/targetUnblock",
  access: "targets.write",
  summary: "Allows a blocked target again.",
  question: { pattern, account: whose, reason },
  refusals: ["badField", "accountNotFound", "notFound"],
});

export const consoleShopCalls = {
  productList,
  productSwitch,
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
