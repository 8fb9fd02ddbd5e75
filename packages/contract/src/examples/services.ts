/** Examples of the lookup service and the local manager. */
import { gateway, now, openedIp, seattle } from "./customer.ts";

export const facts = {
  ip: "192.0.2.44",
  ...seattle,
  latitude: 47.61,
  longitude: -122.33,
  timezone: "America/Los_Angeles",
  inPool: true,
};
export const held = {
  id: openedIp.id,
  ip: openedIp.ip,
  host: gateway,
  port: openedIp.port,
  username: openedIp.username ?? "",
  password: openedIp.password ?? "",
  country: "US",
  expiresAt: openedIp.expiresAt,
  remainingSeconds: openedIp.remainingSeconds,
};
export const key = "EXAMPLE-ACCESS-KEY";
export const localPort = {
  port: 24_000,
  ip: openedIp.ip,
  upstream: `${gateway}:${openedIp.port}`,
  protocol: "both" as const,
  startedAt: now,
  expiresAt: openedIp.expiresAt,
  upBytes: 0,
  downBytes: 0,
  connections: 0,
  state: "listening" as const,
  detail: "",
};
