/** Examples of whitelisted addresses and whitelisted ports. */
import { gateway, now, seattle, whiteEntryId, whitePortId } from "./customer.ts";

export const entry = {
  id: whiteEntryId,
  ip: "203.0.113.7",
  description: "office",
  expiresAt: "2026-04-15T09:30:00.000Z",
  createdAt: now,
  account: "Crawler01",
};
export const { postal: _postal, ...place } = seattle;
export const port = {
  id: whitePortId,
  host: gateway,
  port: 30_001,
  ...place,
  minutes: 30,
  createdAt: now,
  expiresAt: "2026-03-16T10:00:00.000Z",
  remainingSeconds: 1_800,
  open: true,
  byLink: false,
  remark: "",
};
