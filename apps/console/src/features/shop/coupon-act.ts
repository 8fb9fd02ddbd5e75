import { word } from "../../lib/words.ts";
import type { Act } from "../../parts/act/act.ts";

/** Grants a coupon to the given customer, or to the accounts that the form asks for. */
export function couponAct(account?: string): Act<"couponGrant"> {
  const whose = account === undefined ? [{ name: "accounts", kind: "long" as const }] : [];
  return {
    call: "couponGrant",
    ...(account === undefined ? { words: "couponMany" } : { name: account }),
    fields: [
      ...whose,
      {
        name: "kind",
        words: "couponKind",
        kind: "select",
        initial: "discount",
        options: ["discount", "gift"].map((value) => ({ value, label: word("states", value) })),
      },
      { name: "percent", kind: "integer", when: ({ kind }) => kind === "discount" },
      {
        name: "minCents",
        kind: "money",
        scale: 100,
        optional: true,
        when: ({ kind }) => kind === "discount",
      },
      { name: "sku", kind: "text", when: ({ kind }) => kind === "gift" },
      { name: "amount", words: "pieces", kind: "integer", when: ({ kind }) => kind === "gift" },
      { name: "days", words: "validDays", kind: "integer", initial: "30" },
    ],
    toInput: ({ accounts, ...others }) => ({
      accounts: account === undefined ? String(accounts).split(/[\s,;]+/) : [account],
      ...others,
    }),
  };
}
