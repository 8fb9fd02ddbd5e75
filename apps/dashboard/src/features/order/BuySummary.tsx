import type { Product } from "@turnpike/contract/order.ts";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../lib/call.ts";
import { formatCents, formatPercent, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";
import { type Kind, unitMicrosAt } from "./plan.ts";

/** What it costs and what the wallet will hold. `quote` undefined: no price is known. */
export function BuySummary(props: {
  kind: Kind;
  plan: Product;
  quantity: number | null;
  quote: CallResult<"quote"> | undefined;
  /** The percent of the coupon that is used. */
  percent: number | null | undefined;
  /** Undefined where the wallet does not pay. */
  walletCents: number | undefined;
  settling: boolean;
}) {
  const { t } = useTranslation("buy");
  const { quote, quantity, percent, walletCents } = props;
  const money = (cents: number | undefined) => (cents === undefined ? "…" : formatCents(cents));
  const left = quote && walletCents !== undefined ? walletCents - quote.totalCents : undefined;
  const discount = percent ? t("discountOf", { percent: formatPercent(percent) }) : t("discount");
  return (
    <AmountList busy={props.settling}>
      <Sum
        name={t(`kinds.${props.kind}.price`)}
        value={quantity === null ? "…" : formatUnitMicros(unitMicrosAt(quantity, props.plan))}
      />
      <Sum name={t("list")} value={money(quote?.listCents)} />
      {quote && quote.discountCents > 0 && (
        <Sum name={discount} value={formatCents(-quote.discountCents)} />
      )}
      <Sum name={t("total")} value={money(quote?.totalCents)} strong />
      {quote?.bonus && <Sum name={t("bonus")} value={quote.bonus} />}
      {walletCents !== undefined && <Sum name={t("wallet")} value={formatCents(walletCents)} />}
      {left !== undefined && left >= 0 && <Sum name={t("walletAfter")} value={formatCents(left)} />}
    </AmountList>
  );
}
