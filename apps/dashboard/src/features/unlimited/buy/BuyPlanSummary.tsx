import { planMbps } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import {
  formatCents,
  formatNumber,
  formatPercent,
  formatUnitMicros,
} from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { usePlanText } from "../plan-text.ts";
import type { BuyPlan } from "./use-buy-plan.ts";

/** What is bought, what it costs and what the wallet will hold. */
export function BuyPlanSummary({ buy }: { buy: BuyPlan }) {
  const { t } = useTranslation(["unlimited-buy", "buy"]);
  const words = usePlanText();
  const { kind, quantity, region, days, priced, coupon } = buy;
  const percent = coupon?.percent;
  const discount = percent
    ? t("buy:discountOf", { percent: formatPercent(percent) })
    : t("buy:discount");
  const wallet = buy.method === "wallet" ? buy.walletCents : undefined;
  const left = priced && wallet !== undefined ? wallet - priced.totalCents : undefined;
  const speed =
    quantity === null ? "…" : t("row.each", { mbps: words.mbps(planMbps({ kind, quantity })) });
  return (
    <AmountList busy={region !== undefined && quantity !== null && !buy.quote.current}>
      <Sum name={t("sum.region")} value={region?.name ?? "…"} />
      {kind === "port" && (
        <Sum name={t("port.quantity")} value={quantity === null ? "…" : formatNumber(quantity)} />
      )}
      <Sum name={t("sum.speed")} value={speed} />
      <Sum name={t("sum.period")} value={words.days(days)} />
      <Sum
        name={t(`${kind}.unitPrice`)}
        value={region ? formatUnitMicros(region.unitMicros[days]) : "…"}
      />
      {priced && priced.discountCents > 0 && (
        <>
          <Sum name={t("sum.list")} value={formatCents(priced.listCents)} />
          <Sum name={discount} value={formatCents(-priced.discountCents)} />
        </>
      )}
      <Sum strong name={t("sum.total")} value={priced ? formatCents(priced.totalCents) : "…"} />
      {wallet !== undefined && <Sum name={t("sum.wallet")} value={formatCents(wallet)} />}
      {left !== undefined && left >= 0 && (
        <Sum name={t("sum.walletAfter")} value={formatCents(left)} />
      )}
    </AmountList>
  );
}
