import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import type { Renewal } from "./RenewForm.tsx";
import type { Quote } from "./use-renewal-quote.ts";

/** The credits used and the wallet's share and new balance; or the amount of the payment page. */
export function RenewSummary(props: {
  choice: Renewal;
  quote: Quote;
  /** The unit price of paid IPs; undefined while prices are loading. */
  unitMicros: number | undefined;
}) {
  const { t } = useTranslation("static-take");
  const { choice, quote, unitMicros } = props;
  const { method, days, walletCents, credits } = choice;
  const outside = method !== "wallet";
  const has = credits?.[days] ?? 0;
  const bought = quote.items.length - (outside ? 0 : quote.creditsUsed);
  const left = walletCents === undefined ? undefined : walletCents - quote.walletCents;
  const used = t("sum.creditsOf", {
    used: formatNumber(quote.creditsUsed),
    has: formatNumber(has),
  });
  return (
    <>
      <AmountList busy={!choice.quoted.current}>
        <Sum name={t("sum.number")} value={formatNumber(quote.items.length)} />
        <Sum name={t("sum.period")} value={t("period.days", { count: days })} />
        {!outside && (has > 0 || bought === 0) && <Sum name={t("sum.credits")} value={used} />}
        {bought > 0 && (
          <Sum
            name={outside ? t("sum.price") : t("sum.bought")}
            value={
              unitMicros === undefined
                ? formatNumber(bought)
                : `${formatNumber(bought)} × ${formatUnitMicros(unitMicros)}`
            }
          />
        )}
        <Sum
          strong
          name={t("sum.total")}
          value={formatCents(outside ? quote.outsideCents : quote.walletCents)}
        />
        {!outside && quote.walletCents > 0 && walletCents !== undefined && (
          <Sum name={t("sum.wallet")} value={formatCents(walletCents)} />
        )}
        {!outside && quote.walletCents > 0 && left !== undefined && left >= 0 && (
          <Sum name={t("sum.walletAfter")} value={formatCents(left)} />
        )}
      </AmountList>
      {outside && (
        <Text fz="sm" c="dimmed">
          {t("renew.outsideHelp")}
        </Text>
      )}
    </>
  );
}
