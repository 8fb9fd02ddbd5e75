import type { StaticEvent, StaticIp } from "../static-ip.ts";

const DAY_MS = 86_400_000;

/** A static IP that expires in twelve days, with overrides. */
export const staticIpRow = (by: Partial<StaticIp> = {}): StaticIp => ({
  id: "i1",
  host: "198.51.100.7",
  exitIp: by.host ?? "198.51.100.7",
  port: 443,
  ports: [443, 3010],
  country: "DE",
  countryName: "Germany",
  city: "berlin",
  cityName: "Berlin",
  isp: "Example Telekom",
  asn: 64_500,
  validDays: 30,
  startedAt: new Date(Date.now() - 18 * DAY_MS).toISOString(),
  expiresAt: new Date(Date.now() + 12 * DAY_MS - 60_000).toISOString(),
  remainingHours: 12 * 24,
  expired: false,
  renewableUntil: new Date(Date.now() + 13 * DAY_MS - 60_000).toISOString(),
  autoRenew: false,
  autoRenewFailed: false,
  account: "shopper1",
  password: "Secret99",
  whitelist: [],
  remark: "",
  reachable: true,
  replacements: 0,
  swapsLeft: 0,
  stateSince: null,
  usedBytes: 0,
  dayUsedBytes: 0,
  rotateToken: null,
  rotateRetryAfter: null,
  rotating: false,
  ...by,
});

/** An entry of its history. */
export const staticEventRow = (by: Partial<StaticEvent> = {}): StaticEvent => ({
  id: "e1",
  at: "2026-11-20T08:00:00Z",
  action: "taken",
  ip: "198.51.100.7",
  days: 30,
  detail: "",
  ...by,
});
