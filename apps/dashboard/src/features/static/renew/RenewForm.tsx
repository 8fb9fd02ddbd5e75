import { Progress, Stack, Text } from "@mantine/core";
import { splitRenewal } from "@turnpike/rules/static-renewal.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Method, usePaymentMethods } from "../../payment/use-payment-methods.ts";
import type { Purchase } from "../../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary } from "../../purchase/PurchaseForm.tsx";
import { missingCents } from "../../purchase/use-price.ts";
import type { StaticIp } from "../static-ip.ts";
import { PeriodChoice } from "../take/PeriodChoice.tsx";
import { priceText, unitMicrosOf } from "../take/take-plan.ts";
import { termDays } from "../term.ts";
import { usePrices, useSummary } from "../use-ips.ts";
import { RenewRows } from "./RenewRows.tsx";
import { type Days, type Quote, useRenewalQuote } from "./use-renewal-quote.ts";

interface RenewProps {
  rows: readonly StaticIp[];
  purchase: Purchase<"renewalStaticMany">;
  /** What is about to be paid for. */
  onSend: (quote: Quote) => void;
}

/** The period and the payment method, with the cost and each IP's new expiry. */
export function RenewForm(props: RenewProps) {
  const { t } = useTranslation(["static-take", "buy"]);
  const { rows, purchase } = props;
  const choice = useRenewal(props);
  const { days, method, quoted, quote, credits, outside, totalCents } = choice;
  if (quoted.isError && !quoted.data) {
    return <ErrorState error={quoted.error} onRetry={() => void quoted.refetch()} />;
  }
  if (!quoted.data || !credits) return <LineSkeletons lines={7} height={22} />;
  const count = quote?.items.length ?? 0;
  const words = { count, number: formatNumber(count), total: formatCents(totalCents) };
  const name = totalCents > 0 ? t("renew.submitFor", words) : t("renew.submit", words);
  return (
    <PurchaseForm
      purchase={purchase}
      means={quote ? { ...choice, help: t("renew.outsideHelp") } : undefined}
      summary={quote && <Summary choice={choice} quote={quote} has={credits[days] ?? 0} />}
      error={purchase.refusal ?? (quoted.isError ? quoted.error : null)}
      missingCents={choice.missingCents}
      identityNeeded={totalCents > 0 && quote?.identityNeeded}
      submit={{
        label: outside ? t("buy:submitOutside", words) : name,
        outside,
        disabled: !quoted.current,
        ...(quote ? {} : { instead: <></> }),
      }}
      note={purchase.busy && <Running count={count} />}
      onSubmit={() => {
        if (!quote) return;
        props.onSend(quote);
        purchase.send({ ids: quote.items.map(({ id }) => id), days, method }, outside);
      }}
    >
      <PeriodChoice
        term="static"
        days={days}
        credits={credits}
        unitMicros={choice.unitMicros}
        onChange={choice.chooseDays}
      />
      <RenewRows rows={rows} quote={quote} late={quoted.data.tooLate} />
    </PurchaseForm>
  );
}

/** What has been selected so far, and what it costs: cards and crypto pay for all of them. */
function useRenewal({ rows, purchase }: RenewProps) {
  const [days, setDays] = useState(() => firstRenewalDays(rows));
  const means = usePaymentMethods();
  const quoted = useRenewalQuote(rows, days);
  const { credits } = useSummary("static");
  const prices = usePrices("static");
  const quote = quoted.data?.quote ?? null;
  const outside = means.method !== "wallet";
  const count = rows.length - (quoted.data?.tooLate.size ?? 0);
  return {
    ...means,
    days,
    credits,
    quoted,
    quote,
    outside,
    totalCents: (outside ? quote?.outsideCents : quote?.walletCents) ?? 0,
    missingCents: missingCents(means, quote?.walletCents),
    unitMicros: (period: number) =>
      unitMicrosOf(
        prices,
        period,
        outside ? count : splitRenewal(count, credits?.[period] ?? 0).bought,
      ),
    chooseDays: (next: number) => {
      setDays(next as Days);
      purchase.onChange();
    },
    chooseMethod: (method: Method) => {
      means.chooseMethod(method);
      purchase.onChange();
    },
  };
}
type Renewal = ReturnType<typeof useRenewal>;

/** The period that all IPs share, or else the middle one. */
function firstRenewalDays(rows: readonly StaticIp[]): Days {
  const [first] = rows;
  const same = rows.every(({ validDays }) => validDays === first?.validDays);
  return termDays.static.find((days) => same && days === first?.validDays) ?? 30;
}

/** The credits used and the wallet's share and new balance; or the amount of the payment page. */
function Summary({ choice, quote, has }: { choice: Renewal; quote: Quote; has: number }) {
  const { t } = useTranslation("static-take");
  const { days, outside } = choice;
  const { creditsUsed: used } = quote;
  const bought = quote.items.length - (outside ? 0 : used);
  return (
    <PurchaseSummary
      lines={[
        [t("sum.number"), formatNumber(quote.items.length)],
        [t("sum.period"), t("period.days", { count: days })],
        !outside &&
          (has > 0 || bought === 0) && [
            t("sum.credits"),
            t("sum.creditsOf", { used: formatNumber(used), has: formatNumber(has) }),
          ],
        bought > 0 && [
          outside ? t("sum.price") : t("sum.bought"),
          priceText(bought, choice.unitMicros(days)),
        ],
      ]}
      total={t("sum.total")}
      price={{
        totalCents: choice.totalCents,
        walletCents: !outside && quote.walletCents > 0 ? choice.walletCents : undefined,
        settling: !choice.quoted.current,
      }}
    />
  );
}

/** The call renews all or none, so there is no progress to show. */
function Running({ count }: { count: number }) {
  const { t } = useTranslation("static-take");
  const words = t("renew.running", { count, number: formatNumber(count) });
  return (
    <Stack gap={6} component="output" aria-live="polite">
      <Progress value={100} animated aria-label={words} />
      <Text fz="sm" c="dimmed">
        {words}
      </Text>
    </Stack>
  );
}
