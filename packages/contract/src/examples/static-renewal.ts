/** Examples of static IP renewal: one is paid by a credit, the other by the wallet. */
import { exampleId, frankfurt, orders, staticIds } from "./customer.ts";

export const ids = [staticIds.frankfurt, staticIds.newYork];
export const renewedUntil = "2026-05-01T10:06:00.000Z";
export const renewedIp = { ...frankfurt, expiresAt: renewedUntil, remainingHours: 1_105 };
export const newYork = {
  ...renewedIp,
  id: staticIds.newYork,
  host: "198.51.100.90",
  country: "US",
  countryName: "United States",
  city: "newyork",
  cityName: "New York",
};
export const quote = {
  days: 30,
  creditsUsed: 1,
  walletCents: 500,
  affordable: true,
  outsideCents: 1_000,
  identityNeeded: false,
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
export const order = {
  ...orders.static,
  id: exampleId(206),
  orderNo: "T260316-006",
  quantity: 1,
  amountCents: 500,
  renewal: true,
};
export const renewed = {
  renewed: 2,
  items: [renewedIp, newYork],
  creditsUsed: 1,
  walletCents: 500,
  order,
};
