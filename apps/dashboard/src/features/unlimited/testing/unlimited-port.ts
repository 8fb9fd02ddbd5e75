import type { UnlimitedPlan, UnlimitedPort } from "@turnpike/contract/unlimited.ts";

const DAY_MS = 86_400_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A plan of three ports in Europe that expires in twelve days, with overrides. */
export const planOf = (by: Partial<UnlimitedPlan> = {}): UnlimitedPlan => ({
  id: "p1",
  orderNo: "TP1",
  kind: "port",
  region: "europe",
  regionName: "Europe",
  quantity: 3,
  mbps: 15,
  days: 30,
  startedAt: inMs(-18 * DAY_MS),
  expiresAt: inMs(12 * DAY_MS - 60_000),
  remainingHours: 12 * 24,
  status: "active",
  closesAt: inMs(13 * DAY_MS - 60_000),
  host: "198.51.100.1",
  domain: "europe.example.net",
  ports: 3,
  open: 3,
  whitelist: [],
  usedBytes: 5_000_000_000,
  ...by,
});

/** One of its ports. */
export const portOf = (by: Partial<UnlimitedPort> = {}): UnlimitedPort => ({
  id: "u1",
  planId: "p1",
  host: "198.51.100.1",
  port: 26_001,
  domain: "europe.example.net",
  rotationMinutes: 10,
  nextRotationAt: inMs(201_000),
  format: "{host}:{port}:{user}:{password}",
  country: "",
  countryName: "",
  remark: "",
  expiresAt: inMs(12 * DAY_MS - 60_000),
  account: "crawler1",
  password: "Secret99",
  rotateToken: null,
  mbps: 5,
  open: true,
  usedBytes: 0,
  dayUsedBytes: 0,
  ...by,
});

/** The API's answer with a plan and its ports. */
export const planAnswer = (
  plan: UnlimitedPlan,
  ports: readonly UnlimitedPort[],
  by: { answeredAt?: string; total?: number } = {},
) => ({
  answeredAt: by.answeredAt ?? inMs(0),
  plan,
  ports,
  items: ports,
  total: by.total ?? ports.length,
  page: 1,
  limit: 10,
});
