/** Groups of refusals that several calls share. */
import type { RefusalReason } from "./refusals.ts";

const paying = [
  "quoteExpired",
  "insufficientBalance",
  "paymentMethodUnavailable",
  "tooMany",
] as const;
const mailedCode = ["wrongCode", "codeExpired", "codeUsedUp", "tooManyTries"] as const;

const promo = ["promoUnknown", "promoOver", "promoNotApplicable", "tooManyTries"] as const;

export const reasons = {
  /** What a network that behaves oddly is asked: a proof of work, or Turnstile's widget. */
  asked: ["captchaNeeded"],
  entering: ["accountDisabled", "tooManyTries"],
  byProvider: ["providerRefused", "providerNotConfigured", "tooManyTries"],
  /** Refusals of calls made with an API key, before the handler runs. */
  byKey: ["keyUnknown", "keyMistyped", "keyExpired", "keyNetwork", "keyScope"],
  ownPassword: ["wrongPassword", "tooManyTries"],
  mailedCode,
  freshProof: ["missingField", "wrongPassword", ...mailedCode],
  coupon: [
    "couponNotFound",
    "couponUsed",
    "couponExpired",
    "couponBelowMinimum",
    "couponNotForThis",
    ...promo,
  ],
  promo,
  paying,
  taking: ["quoteExpired", "insufficientCredits", "insufficientBalance", "insufficientStock"],
  renewing: [...paying, "staticNotFound", "renewalTooLate", "badQuantity", "unknownSku"],
  editing: [
    "staticNotFound",
    "selectRow",
    "badIp",
    "privateIp",
    "mainlandChinaIp",
    "countryRefused",
  ],
  replacing: ["staticNotFound", "staticExpired", "reachable", "insufficientStock"],
  portEditing: ["planNotFound", "portNotFound", "planExpired", "countryNotInRegion", "badTemplate"],
  allotting: ["allotmentBelowUsed", "insufficientTraffic", "badDomain", "tooManyDomains"],
  moving: ["planNotFound", "planExpired", "regionNotOpen", "insufficientCapacity"],
} satisfies Record<string, readonly RefusalReason[]>;
