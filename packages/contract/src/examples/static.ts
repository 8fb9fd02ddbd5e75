/** Static IPs, by example. */
import { exampleId, frankfurt, staticCredits, staticIds } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const taken = {
  id: exampleId(801),
  at: frankfurt.startedAt,
  action: "taken" as const,
  ip: frankfurt.host,
  days: 30,
  detail: "",
};
const tiers = [
  { fromQty: 1, unitMicros: 5_000_000 },
  { fromQty: 50, unitMicros: 4_500_000 },
  { fromQty: 200, unitMicros: 4_000_000 },
];

export const staticExamples = {
  staticPrices: { question: {}, answer: { items: [{ sku: "static-30", days: 30, tiers }] } },
  staticIndex: {
    question: {},
    answer: {
      credits: staticCredits,
      active: 3,
      expiringSoon: 0,
      expired: 0,
      autoRenew: 2,
      unreachable: 0,
    },
  },
  staticList: {
    question: { country: "DE" },
    answer: {
      items: [
        {
          country: "DE",
          countryName: "Germany",
          state: "hesse",
          stateName: "Hesse",
          city: "frankfurtammain",
          cityName: "Frankfurt am Main",
          available: 118,
        },
      ],
    },
  },
  staticUse: {
    question: {
      country: "DE",
      city: "frankfurtammain",
      days: 30,
      num: 1,
      account: "Owner01",
      password: "Example2Pass",
      requestId: "take-2026-03-02",
    },
    answer: { items: [frankfurt], creditsUsed: 1, walletCents: 0 },
  },
  staticUseList: {
    question: { country: "DE", status: "active", sort: "-expiresAt", page: 1, limit: 10 },
    answer: onePage([frankfurt]),
  },
  staticInfo: {
    question: { id: staticIds.frankfurt },
    answer: {
      ...frankfurt,
      renewalPrices: [
        { days: 7, credits: 0, walletCents: 250 },
        { days: 30, credits: 1, walletCents: 500 },
        { days: 90, credits: 0, walletCents: 1_350 },
      ],
      usage: [
        { day: "2026-03-15", upBytes: 21_000_000, downBytes: 310_000_000, requests: 2_410 },
        { day: "2026-03-16", upBytes: 9_000_000, downBytes: 120_000_000, requests: 980 },
      ],
      history: [taken],
    },
  },
  staticUpdate: {
    question: { id: staticIds.frankfurt, whitelist: ["203.0.113.7"], remark: "shop, Germany" },
    answer: { ...frankfurt, updated: 1 },
  },
  staticUpdateAll: {
    question: { account: "Owner01", password: "Example2Pass" },
    answer: { updated: 3 },
  },
  staticDel: { question: { ids: [staticIds.berlin], confirm: true }, answer: { deleted: 1 } },
  staticChange: {
    question: { id: staticIds.frankfurt },
    answer: { ...frankfurt, host: "198.51.100.77", replacements: 1 },
  },
  staticHistory: { question: { page: 1, limit: 10 }, answer: onePage([taken]) },
} satisfies SomeExamples;
