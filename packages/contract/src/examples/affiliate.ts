/** Examples of the affiliate programme: profits of 18, 6 and 12 US dollars, 18 of them paid out. */
import { exampleId, site } from "./customer.ts";

export const inviteCode = "MARA2026";
export const shareUrl = `${site}/index/register?code=${inviteCode}`;
export const withdrawal = {
  id: exampleId(601),
  at: "2026-03-14T16:20:00.000Z",
  status: "paid" as const,
  target: "balance" as const,
  contact: "",
  walletAddress: "",
  amountCents: 1_800,
  feeCents: 0,
  decidedAt: "2026-03-14T16:20:00.000Z",
  reason: "",
};
export const profit = {
  renewal: false,
  percent: 10,
  freezeEndAt: null,
  deductedCents: 0,
  status: "available" as const,
};
