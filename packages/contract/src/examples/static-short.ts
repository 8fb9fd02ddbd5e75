/** Short-term static IPs, by example. */
import { exampleId, now, shortCredits, shortId, shortIp } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const taken = {
  id: exampleId(802),
  at: now,
  action: "taken" as const,
  ip: shortIp.host,
  days: 1,
  detail: "",
};

export const staticShortExamples = {
  shortIndex: {
    question: {},
    answer: {
      credits: shortCredits,
      active: 1,
      expiringSoon: 0,
      expired: 0,
      unreachable: 0,
      prices: [{ sku: "short-1", days: 1, tiers: [{ fromQty: 1, unitMicros: 500_000 }] }],
    },
  },
  shortServers: {
    question: { country: "DE", days: 1 },
    answer: {
      items: [
        {
          country: "DE",
          countryName: "Germany",
          state: "hesse",
          stateName: "Hesse",
          city: "frankfurtammain",
          cityName: "Frankfurt am Main",
          available: 42,
        },
      ],
    },
  },
  shortExtract: {
    question: { country: "DE", days: 1, num: 1, pay: "wallet", requestId: "short-2026-03-16" },
    answer: { items: [shortIp], creditsUsed: 1, walletCents: 0 },
  },
  shortUsed: { question: { status: "active" }, answer: onePage([shortIp]) },
  shortUpdate: {
    question: { ids: [shortId], account: "Quick001", password: "Example3Pass" },
    answer: { updated: 1 },
  },
  shortChange: {
    question: { id: shortId },
    answer: { ...shortIp, host: "198.51.100.141", replacements: 1 },
  },
  shortDel: { question: { ids: [shortId], confirm: true }, answer: { deleted: 1 } },
  shortHistory: { question: { page: 1, limit: 10 }, answer: onePage([taken]) },
} satisfies SomeExamples;
