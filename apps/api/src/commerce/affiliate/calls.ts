/** The affiliate programme (spec/affiliate#calls). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isInviteCode } from "@turnpike/rules/invite-code.ts";
import { admitWithdrawal } from "@turnpike/rules/withdrawal.ts";
import { changeInviteCode } from "../../identity/account/invite-code.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { requireMfaOnce } from "../../identity/mfa/require.ts";
import { ratesOf } from "../../platform/rates/rates.ts";
import type { Services } from "../../platform/services.ts";
import { lockCaller } from "../../identity/api-key/spending.ts";
import { proveFreshOnce } from "../../identity/credential/fresh-proof.ts";
import {
  chart,
  figures,
  invitationPage,
  profitPage,
  shareUrl,
  presentWithdrawal,
} from "./present.ts";
import { withdraw } from "./withdraw.ts";
import { findWithdrawals } from "./store/withdrawals.ts";

type AffiliateCalls = Pick<
  Handlers,
  | "shareInfo"
  | "getProfit"
  | "profitRecord"
  | "profitList"
  | "invitations"
  | "shareChart"
  | "upShareCode"
>;

export function affiliateCalls(services: Services): AffiliateCalls {
  const { db } = services;
  return {
    shareInfo: (_question, { accountId }) => figures(services, accountId),

    async getProfit(question, caller, tx) {
      const { amountCents, target, contact, walletAddress } = question;
      const inCrypto = target === "crypto";
      const request = {
        amountCents,
        target,
        // A withdrawal to the balance needs neither, so neither is stored.
        contact: (inCrypto && contact) || "",
        walletAddress: (inCrypto && walletAddress) || "",
      };
      const rates = ratesOf(services);
      const verdict = admitWithdrawal(request, rates);
      if (!verdict.ok)
        throw new Refusal(verdict.why, {
          field: verdict.field,
          ...(verdict.why === "withdrawalBelowMinimum" ? { minCents: rates.withdrawMinCents } : {}),
        });
      // Whoever holds a key alone takes no money out of the house.
      if (inCrypto && caller.key) await (await proveFreshOnce(services, caller, question)).use(tx);
      else await requireMfaOnce(services, caller, question.mfaCode);
      const own = { ...request, accountId: caller.accountId, feeCents: verdict.feeCents };
      return { withdrawal: presentWithdrawal(await withdraw(services, tx, own)) };
    },

    async profitRecord({ page, limit, status }, { accountId }) {
      const { rows, total } = await findWithdrawals(db, { accountId, status }, { page, limit });
      return { items: rows.map(presentWithdrawal), total, page, limit };
    },

    profitList: ({ page, limit, status }, { accountId }) =>
      profitPage(services, { accountId, status }, { page, limit }),

    invitations: (page, { accountId }) => invitationPage(services, accountId, page),

    shareChart: ({ days }, { accountId }) => chart(services, accountId, days),

    async upShareCode({ code }, caller) {
      if (!isInviteCode(code)) throw new Refusal("badInviteCode", { field: "code" });
      await transaction(db, async (tx) => {
        await lockCaller(tx, caller);
        await changeInviteCode(tx, caller.accountId, code);
      });
      return { inviteCode: code, shareUrl: shareUrl(services, code) };
    },
  };
}
