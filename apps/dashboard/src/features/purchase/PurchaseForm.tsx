import { Alert, Button, Stack, Text } from "@mantine/core";
import { AmountList, Sum } from "@turnpike/ui/AmountList.tsx";
import { IconExternalLink } from "@turnpike/ui/icons.ts";
import { formatCents, formatPercent } from "@turnpike/ui/lib/format.ts";
import { type ReactNode, type SubmitEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused, CallResult } from "../../lib/call.ts";
import { MethodChoice } from "../payment/MethodChoice.tsx";
import { TopUp } from "../payment/TopUp.tsx";
import type { Method, OfferedMethod } from "../payment/use-payment-methods.ts";
import { forgetPromoCode } from "./promo-code.ts";
import { ProveIdentity } from "./ProveIdentity.tsx";
import type { Purchase, PurchaseCall } from "./PurchaseDialog.tsx";
import classes from "./purchase.module.css";
import type { Coupon, Price } from "./use-price.ts";

/** An amount of the summary with its name; false if it does not apply. */
export type SumLine = readonly [name: string, value: ReactNode] | false | undefined;

/** The payment methods; the `help` says what happens on a payment page. */
export interface Means {
  method: Method;
  methods: readonly OfferedMethod[];
  chooseMethod: (method: Method) => void;
  help?: string | undefined;
}

interface FormProps {
  /** What is selected. */
  children: ReactNode;
  purchase: Pick<Purchase<PurchaseCall>, "busy" | "refusal">;
  /** What it costs and how it is paid: where the form says nothing else, this is shown. */
  price?: Price;
  coupon?: ReactNode;
  means?: Means | undefined;
  /** The lines of `price` by default. */
  summary?: ReactNode;
  /** A refusal that belongs to no field; the wallet's shortfall is shown instead. */
  error?: Pick<CallRefused, "message"> | null | undefined;
  missingCents?: number;
  /** The purchase needs an identity that is not approved yet (spec/identity#gates). */
  identityNeeded?: boolean | undefined;
  submit: {
    /** A function of the total of `price`, if the button says by itself that a payment page follows. */
    label: string | ((total: string) => string);
    /** Its label while there is no total, if it is not "Buy". */
    unpriced?: string;
    outside?: boolean;
    disabled?: boolean;
    /** Shown in its place. */
    instead?: ReactNode;
  };
  note?: ReactNode;
  /** While a field is invalid nothing is sent: all show their errors, and the first gets the focus. */
  fields?: { invalid: string | null | undefined; validateAll: () => void };
  onSubmit: () => void;
}

/** The form of a purchase: the selection, and beside it coupon, method, price and button. */
export function PurchaseForm(props: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { price, purchase, submit, fields, means = price } = props;
  const { error = purchase.refusal ?? price?.error } = props;
  const { missingCents = price?.missingCents ?? 0 } = props;
  const { identityNeeded = price?.priced?.identityNeeded } = props;
  // An invalid field is shown instead.
  const disabled = submit.disabled ?? (!fields?.invalid && price?.ready === false);
  const priceCents = price?.totalCents;
  const leavesByPrice = priceCents !== undefined && price?.outside === true;
  const { outside = leavesByPrice } = submit;
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    fields?.validateAll();
    if (fields?.invalid) {
      const field = `[data-field="${fields.invalid}"], [name="proxy-${fields.invalid}"]`;
      form.current?.querySelector<HTMLElement>(field)?.focus();
    } else if (missingCents === 0 && !disabled && !identityNeeded) {
      // The promo code of a link has served.
      if (price?.coupon) forgetPromoCode();
      props.onSubmit();
    }
  };
  const topUp = missingCents > 0 && <TopUp missingCents={missingCents} />;
  // Whoever cannot buy needs no money for it.
  const top = identityNeeded ? <ProveIdentity /> : topUp || submit.instead;
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={onSubmit}>
      <Stack gap="lg">{props.children}</Stack>
      <Stack gap="md" className={classes.side ?? ""}>
        {props.coupon}
        {means && <MethodField {...means} />}
        {props.summary ?? (price && <PurchaseSummary price={price} />)}
        {error && missingCents === 0 && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        {top ?? (
          <Button
            type="submit"
            size="md"
            loading={purchase.busy}
            disabled={disabled}
            rightSection={outside && <IconExternalLink size={17} aria-hidden />}
          >
            <SubmitLabel {...submit} cents={priceCents} leaves={leavesByPrice} />
          </Button>
        )}
        {props.note && (
          <Text component="div" fz="sm" c="dimmed">
            {props.note}
          </Text>
        )}
      </Stack>
    </form>
  );
}

/** What the button says: the total, or that a payment page follows. */
function SubmitLabel(props: FormProps["submit"] & { cents: number | undefined; leaves: boolean }) {
  const { t } = useTranslation("buy");
  const { label, unpriced, cents, leaves } = props;
  if (typeof label === "string") return label;
  if (cents === undefined) return unpriced ?? t("submit");
  const total = formatCents(cents);
  return leaves ? t("submitOutside", { total }) : label(total);
}

/** The payment method, shown even if there is only one, and what happens on the payment page. */
function MethodField({ method, methods, chooseMethod, help }: Means) {
  const { t } = useTranslation("buy");
  const outside = method === "wallet" ? undefined : help;
  const text = methods.length === 1 ? t("onlyWallet") : outside;
  return (
    <Stack gap={6}>
      <MethodChoice label={t("method")} methods={methods} value={method} onChange={chooseMethod} />
      {text && (
        <Text fz="sm" c="dimmed">
          {text}
        </Text>
      )}
    </Stack>
  );
}

/** The amounts of a purchase: what is bought, the total, and the wallet's new balance. */
export function PurchaseSummary(props: {
  /** The lines of its price by default. */
  lines?: readonly SumLine[];
  total?: string;
  /** What it costs by `usePrice`, or the sum and what the wallet has, if it pays. */
  price:
    | Price
    | { totalCents: number | undefined; walletCents: number | undefined; settling: boolean };
  /** Between total and wallet. */
  bonus?: string | undefined;
}) {
  const { t } = useTranslation("buy");
  const { price } = props;
  const { totalCents: cents, settling } = price;
  const walletCents =
    "method" in price && price.method !== "wallet" ? undefined : price.walletCents;
  const priceLines = usePriceLines();
  const { lines = "priced" in price ? priceLines(price.priced, price.coupon) : [] } = props;
  const left = walletCents === undefined || cents === undefined ? -1 : walletCents - cents;
  return (
    <AmountList busy={settling}>
      {lines.map((line) => line && <Sum key={line[0]} name={line[0]} value={line[1]} />)}
      <Sum
        strong
        name={props.total ?? t("total")}
        value={cents === undefined ? "…" : formatCents(cents)}
      />
      {props.bonus && <Sum name={t("bonus")} value={props.bonus} />}
      {walletCents !== undefined && <Sum name={t("wallet")} value={formatCents(walletCents)} />}
      {left >= 0 && <Sum name={t("walletAfter")} value={formatCents(left)} />}
    </AmountList>
  );
}

/** The lines between list price and total: the discount, and net and tax where there are any. */
export function usePriceLines(): (
  priced: CallResult<"quote"> | undefined,
  coupon: Coupon | undefined,
) => SumLine[] {
  const { t } = useTranslation("buy");
  return (priced, coupon) => {
    if (!priced) return [];
    const { discountCents, netCents, taxCents, taxPercent } = priced;
    const percent = coupon?.percent;
    const name = percent ? t("discountOf", { percent: formatPercent(percent) }) : t("discount");
    const tax = t("tax", { percent: formatPercent(taxPercent, 2) });
    const lines: SumLine[] = [
      discountCents > 0 && [name, formatCents(-discountCents)],
      taxCents > 0 && [t("net"), formatCents(netCents)],
      taxCents > 0 && [tax, formatCents(taxCents)],
    ];
    return lines.filter(Boolean);
  };
}
