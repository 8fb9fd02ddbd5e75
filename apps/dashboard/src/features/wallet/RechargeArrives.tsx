import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { formatCents, formatDateTime, formatPercent } from "../../lib/format.ts";
import { Sum, Sums } from "../../ui/Sums.tsx";
import { promotionFor, whatArrives } from "./recharge-plan.ts";

const plus = (cents: number) => (cents > 0 ? `+${formatCents(cents)}` : formatCents(0));

/** The bonus, the promotion that gives it, and the wallet afterwards, as one types. */
export function RechargeArrives(props: {
  /** Undefined: no amount yet. */
  cents: number | undefined;
  index: Answered<"indexInit">;
}) {
  const { t } = useTranslation("home");
  const { cents, index } = props;
  const { walletCents, walletDebtCents: debtCents, bonusTiers: tiers } = index;
  const plan =
    cents === undefined ? undefined : whatArrives({ cents, walletCents, debtCents, tiers });
  const given = promotionFor(cents ?? 0, index);
  // One that this amount does not reach yet is named too; one that gives less is not.
  const shown = index.promotions.filter((one) => one === given || one.fromCents > (cents ?? 0));
  const bonusName = plan?.percent
    ? t("recharge.bonusOf", { percent: formatPercent(plan.percent) })
    : t("recharge.bonus");
  return (
    <Sums>
      <Sum name={t("recharge.walletNow")} value={formatCents(walletCents)} />
      <Sum name={t("recharge.amount")} value={cents === undefined ? "–" : plus(cents)} />
      <Sum name={bonusName} value={plan ? plus(plan.bonusCents) : "–"} />
      {shown.map((one) => (
        <Text key={one.id} fz="xs" c={one === given ? "pike" : "dimmed"}>
          {t("recharge.promotion", { title: one.title, at: formatDateTime(one.endsAt) })}
        </Text>
      ))}
      {debtCents > 0 && (
        <Sum
          name={t("recharge.settles")}
          value={`−${formatCents(plan?.settledCents ?? debtCents)}`}
        />
      )}
      <Sum
        strong
        name={t("recharge.walletAfter")}
        value={plan ? formatCents(plan.walletAfterCents) : "–"}
      />
    </Sums>
  );
}
