/** Renewing static IPs, by example: one credit pays for one, the wallet for the other. */
import { exampleId, frankfurt, orders, staticIds } from "./customer.ts";
import type { SomeExamples } from "./example.ts";

const ids = [staticIds.frankfurt, staticIds.newYork];
const renewedUntil = "2026-05-01T10:06:00.000Z";
const renewedIp = { ...frankfurt, expiresAt: renewedUntil, remainingHours: 1_105 };
const newYork = {
  ...renewedIp,
  id: staticIds.newYork,
  host: "198.51.100.90",
  country: "US",
  countryName: "United States",
  city: "newyork",
  cityName: "New York",
};
const quote = {
  days: 30,
  creditsUsed: 1,
  walletCents: 500,
  affordable: true,
  outsideCents: 1_000,
  items: [
    {
      id: frankfurt.id,
      host: frankfurt.host,
      by: "credit" as const,
      expiresAt: frankfurt.expiresAt,
      renewedUntil,
    },
    {
      id: newYork.id,
      host: newYork.host,
      by: "wallet" as const,
      expiresAt: frankfurt.expiresAt,
      renewedUntil,
    },
  ],
};
const order = {
  ...orders.static,
  id: exampleId(206),
  orderNo: "T260316-006",
  quantity: 1,
  amountCents: 500,
  renewal: true,
};
const renewed = {
  renewed: 2,
  items: [renewedIp, newYork],
  creditsUsed: 1,
  walletCents: 500,
  order,
};

export const staticRenewalExamples = {
  staticRenewal: { question: { ids, days: 30 }, answer: quote },
  staticMoreInfo: { question: { ids, days: 30 }, answer: quote },
  renewalStatic: {
    question: {
      id: staticIds.frankfurt,
      days: 30,
      method: "wallet",
      requestId: "renew-2026-03-16-a",
    },
    answer: { ...renewedIp, renewed: 1, items: [renewedIp], creditsUsed: 1, walletCents: 0 },
  },
  renewalStaticMany: {
    question: { ids, days: 30, method: "wallet", requestId: "renew-2026-03-16-b" },
    answer: renewed,
  },
  staticMoreRenewal: {
    question: { ids, days: 30, method: "wallet", requestId: "renew-2026-03-16-c" },
    answer: renewed,
  },
  staticRenewalAuto: {
    question: { id: staticIds.frankfurt, enabled: true },
    answer: { autoRenew: true },
  },
  staticMoreAuto: { question: { ids, enabled: true }, answer: { updated: 2 } },
} satisfies SomeExamples;
