import { useTranslation } from "react-i18next";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { usePlaceText } from "../../place/use-place-text.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import type { Take } from "./use-take.ts";

/** What is taken, how many credits pay, what the wallet pays and holds then. */
export function TakeSummary({ take, cityName }: { take: Take; cityName: string }) {
  const { t } = useTranslation("static-take");
  const { num, used, bought, has, totalCents, walletCents, days, place } = take;
  const where = usePlaceText()({ country: place.country, cityName });
  const left = walletCents === undefined ? undefined : walletCents - (totalCents ?? 0);
  const unit = take.unitMicros(days);
  const paid = totalCents === undefined ? "…" : formatCents(totalCents);
  return (
    <AmountList busy={take.settling}>
      <Sum name={t("sum.place")} value={where || "…"} />
      <Sum name={t("sum.period")} value={t("period.days", { count: days })} />
      <Sum name={t("sum.number")} value={num === null ? "…" : formatNumber(num)} />
      {(has > 0 || bought === 0) && (
        <Sum
          name={t("sum.credits")}
          value={t("sum.creditsOf", { used: formatNumber(used), has: formatNumber(has) })}
        />
      )}
      {bought > 0 && (
        <Sum
          name={t("sum.bought")}
          value={
            unit ? `${formatNumber(bought)} × ${formatUnitMicros(unit)}` : formatNumber(bought)
          }
        />
      )}
      <Sum strong name={t("sum.total")} value={num === null ? "…" : paid} />
      {bought > 0 && walletCents !== undefined && (
        <Sum name={t("sum.wallet")} value={formatCents(walletCents)} />
      )}
      {bought > 0 && totalCents !== undefined && left !== undefined && left >= 0 && (
        <Sum name={t("sum.walletAfter")} value={formatCents(left)} />
      )}
    </AmountList>
  );
}
