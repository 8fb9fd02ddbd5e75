/** The API's answers in this screen's tests. */
import { openSession } from "../../../lib/session.ts";
import { page } from "../../../testing/page.ts";
import { type Answers, showScreen } from "../../../testing/screen.tsx";
import { testUser } from "../../../testing/user.ts";
import { Affiliate } from "../Affiliate.tsx";
import type { ShareInfo } from "../share-info.ts";

export const info = (by: Partial<ShareInfo> = {}): ShareInfo => ({
  inviteCode: "ADA4EVER",
  shareUrl: "https://proxies.example/index/register?code=ADA4EVER",
  invitations: 3,
  transactionCents: 123_456,
  withdrawableCents: 10_050,
  cashedOutCents: 2_000,
  frozenCents: 777,
  pendingCents: 4_000,
  orderPercent: 12,
  renewalPercent: 4,
  freezeDays: 21,
  cryptoMinCents: 3_000,
  feePercent: 2,
  feeMinCents: 100,
  ...by,
});
const nothing = page([]);
export const profit = (by: object = {}) => ({
  id: "p1",
  paidAt: "2026-11-01T10:00:00Z",
  registerEmail: "b***@example.com",
  orderAmountCents: 10_000,
  orderNo: "TP1001",
  renewal: false,
  percent: 10,
  freezeEndAt: "2026-12-01T10:00:00Z",
  profitCents: 1_000,
  deductedCents: 0,
  status: "frozen",
  ...by,
});
export const withdrawal = (by: object = {}) => ({
  id: "w1",
  at: "2026-11-20T10:00:00Z",
  status: "paid",
  target: "balance",
  contact: "",
  walletAddress: "",
  amountCents: 1_250,
  feeCents: 0,
  decidedAt: "2026-11-20T10:00:00Z",
  reason: "",
  ...by,
});
export const days = (one: object) => [
  { day: "2026-11-21", invitations: 0, profitCents: 0, ...one },
];

/** Shows the screen to a signed-in customer, in English. */
export function showPlan(answers: Answers = {}, search = "") {
  openSession("s".repeat(43), testUser());
  return showScreen({
    screen: Affiliate,
    area: "promotion-plan",
    path: `/cli/promotion-plan${search}`,
    answers: {
      "/v1/shareInfo": () => info(),
      "/v1/shareChart": () => ({ items: days({ invitations: 3, profitCents: 1_000 }) }),
      "/v1/profitList": () => nothing,
      "/v1/profitRecord": () => nothing,
      "/v1/invitations": () => nothing,
      "/v1/headerInit": () => ({ walletCents: 6_250 }),
      ...answers,
    },
  });
}
