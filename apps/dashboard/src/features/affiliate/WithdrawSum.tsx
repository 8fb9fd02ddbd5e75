import { useTranslation } from "react-i18next";
import { formatCents } from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { type Target, type WithdrawalLimits, withdrawalPayout } from "./withdrawal-plan.ts";

/** What leaves the profit, the fee, and what arrives. `cents` is null while there is no amount. */
export function WithdrawSum(props: {
  target: Target;
  limits: WithdrawalLimits;
  cents: number | null;
  /** The withdrawable profit in cents; given where the remainder is shown. */
  profitCents?: number;
}) {
  const { t } = useTranslation("promotion-plan");
  const { target, cents, profitCents, limits } = props;
  const plan = cents === null ? null : withdrawalPayout(target, cents, limits);
  const fee = plan && plan.feeCents > 0 ? `−${formatCents(plan.feeCents)}` : formatCents(0);
  const stays = profitCents !== undefined && cents !== null && cents <= profitCents;
  return (
    <AmountList>
      <Sum name={t("withdraw.leaves")} value={cents === null ? "–" : formatCents(cents)} />
      <Sum name={t("withdraw.fee")} value={plan ? fee : "–"} />
      <Sum
        strong
        name={t("withdraw.arrives")}
        value={plan ? formatCents(plan.arrivesCents) : "–"}
      />
      {profitCents !== undefined && (
        <Sum name={t("withdraw.left")} value={stays ? formatCents(profitCents - cents) : "–"} />
      )}
    </AmountList>
  );
}
