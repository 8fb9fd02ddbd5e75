import { Alert, Button, Progress, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused, CallParameters } from "../../../lib/call.ts";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import classes from "../../order/buy.module.css";
import { MethodChoice } from "../../payment/MethodChoice.tsx";
import { TopUp } from "../../payment/TopUp.tsx";
import { PeriodChoice } from "../take/PeriodChoice.tsx";
import { RenewRows } from "./RenewRows.tsx";
import { RenewSummary } from "./RenewSummary.tsx";
import type { StaticIp } from "../static-ip.ts";
import { useSummary, usePrices } from "../use-ips.ts";
import { type Quote, useRenewalQuote, type Days } from "./use-renewal-quote.ts";
import { type PriceTier, tierOf } from "@turnpike/rules/pricing.ts";
import { splitRenewal } from "@turnpike/rules/static-renewal.ts";
import type { Credits } from "../take/take-plan.ts";
import { termDays } from "../term.ts";

type RenewParameters = CallParameters<"renewalStaticMany">;

/** The period and the payment method, with the cost and each IP's new expiry. */
export function RenewForm(props: {
  rows: readonly StaticIp[];
  busy: boolean;
  refusal: CallRefused | null;
  /** Called when the selection differs from what was refused. */
  onChange: () => void;
  onRenew: (parameters: RenewParameters, quote: Quote) => void;
}) {
  const { t } = useTranslation("static-take");
  const { rows, busy, refusal } = props;
  const choice = useRenewal(rows, props.onChange);
  const { days, method, methods, quoted, quote, credits, prices } = choice;
  if (quoted.isError && !quoted.data) {
    return <ErrorState error={quoted.error} onRetry={() => void quoted.refetch()} />;
  }
  if (!quoted.data || !credits) return <LineSkeletons lines={7} height={22} />;
  const { tooLate: late } = quoted.data;
  const fault = refusal ?? (quoted.isError ? quoted.error : null);
  const unit = (period: number) =>
    unitMicrosOf(prices, {
      days: period,
      method,
      count: rows.length - late.size,
      credits,
    });
  return (
    <div className={classes.form}>
      <Stack gap="lg">
        <PeriodChoice
          term="static"
          days={days}
          credits={credits}
          unitMicros={unit}
          onChange={choice.chooseDays}
        />
        <RenewRows rows={rows} quote={quote} late={late} />
        {quote && (
          <MethodChoice
            label={t("renew.method")}
            methods={methods}
            value={method}
            onChange={choice.chooseMethod}
          />
        )}
      </Stack>
      <Stack gap="md">
        {quote && <RenewSummary choice={choice} quote={quote} unitMicros={unit(days)} />}
        {fault && choice.missingCents === 0 && (
          <Alert color="red" role="alert">
            {fault.message}
          </Alert>
        )}
        {quote && <Submit choice={choice} quote={quote} busy={busy} onRenew={props.onRenew} />}
        {busy && <Running count={quote?.items.length ?? 0} />}
      </Stack>
    </div>
  );
}

/** What has been selected so far, and what it costs. */
function useRenewal(rows: readonly StaticIp[], onChange: () => void) {
  const [days, setDays] = useState(() => firstRenewalDays(rows));
  const [wanted, setMethod] = useState<RenewMethod>("wallet");
  const { walletCents, paymentMethods = [] } = useCall("headerInit", {}).data ?? {};
  const methods: RenewMethod[] = ["wallet", ...paymentMethods];
  const method = methods.includes(wanted) ? wanted : "wallet";
  const quoted = useRenewalQuote(rows, days);
  const { credits } = useSummary("static");
  const quote = quoted.data?.quote ?? null;
  return {
    days,
    method,
    methods,
    walletCents,
    credits,
    prices: usePrices("static"),
    quoted,
    quote,
    /** The wallet's shortfall, in cents. */
    missingCents: quote && walletCents !== undefined ? lackingCents(quote, method, walletCents) : 0,
    chooseDays: (next: number) => {
      setDays(next as typeof days);
      onChange();
    },
    chooseMethod: (next: RenewMethod) => {
      setMethod(next);
      onChange();
    },
  };
}
export type Renewal = ReturnType<typeof useRenewal>;

/** Renews, leads to the payment page, or links to a recharge. */
function Submit(props: {
  choice: Renewal;
  quote: Quote;
  busy: boolean;
  onRenew: (parameters: RenewParameters, quote: Quote) => void;
}) {
  const { t } = useTranslation(["static-take", "buy"]);
  const { choice, quote, busy } = props;
  if (choice.missingCents > 0) return <TopUp missingCents={choice.missingCents} />;
  const { days, method } = choice;
  const outside = method !== "wallet";
  const count = quote.items.length;
  const total = formatCents(outside ? quote.outsideCents : quote.walletCents);
  const words = { count, number: formatNumber(count), total };
  const name = quote.walletCents > 0 ? t("renew.submitFor", words) : t("renew.submit", words);
  return (
    <Button
      size="md"
      loading={busy}
      disabled={!choice.quoted.current}
      onClick={() => props.onRenew({ ids: quote.items.map(({ id }) => id), days, method }, quote)}
      rightSection={outside && <IconExternalLink size={17} aria-hidden />}
    >
      {outside ? t("buy:submitOutside", words) : name}
    </Button>
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

/** What a renewal costs, as the form shows it beforehand. */
type RenewMethod = "wallet" | "card" | "crypto";

/** The period that all IPs share, or else the middle one. */
function firstRenewalDays(rows: readonly StaticIp[]): Days {
  const [first] = rows;
  const same = rows.every(({ validDays }) => validDays === first?.validDays);
  return termDays.static.find((days) => same && days === first?.validDays) ?? 30;
}

/** The wallet's shortfall in cents; cards and crypto need nothing from it. */
function lackingCents(quote: Quote, method: RenewMethod, walletCents: number): number {
  return method === "wallet" ? Math.max(0, quote.walletCents - walletCents) : 0;
}

/** The unit price of IPs paid for: cards and crypto pay all, the wallet those without credits. */
function unitMicrosOf(
  prices: readonly { days: number; tiers: PriceTier[] }[] | undefined,
  of: { days: number; method: RenewMethod; count: number; credits: Credits },
): number | undefined {
  const { days, method, count, credits } = of;
  const bought = method === "wallet" ? splitRenewal(count, credits[days] ?? 0).bought : count;
  const tiers = prices?.find((price) => price.days === days)?.tiers;
  return tiers && tierOf(Math.max(1, bought), tiers)?.unitMicros;
}
