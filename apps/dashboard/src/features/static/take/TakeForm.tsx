import { SimpleGrid, Stack, Text } from "@mantine/core";
import { isProxyCredential, isProxyPassword } from "@turnpike/rules/credentials.ts";
import { formatCents, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import type { CallParameters, CallRefused } from "../../../lib/call.ts";
import { CredentialField } from "../../credentials/CredentialField.tsx";
import { usePlaceText } from "../../place/use-place-text.ts";
import type { Purchase } from "../../purchase/PurchaseDialog.tsx";
import { PurchaseForm, PurchaseSummary } from "../../purchase/PurchaseForm.tsx";
import { QuantityField } from "../../purchase/QuantityField.tsx";
import { useFields } from "../../purchase/use-fields.ts";
import { usePrice } from "../../purchase/use-price.ts";
import type { Term } from "../term.ts";
import { PeriodChoice } from "./PeriodChoice.tsx";
import {
  citiesOf,
  type Credits,
  firstDays,
  firstPlace,
  freeAt,
  MAX_TAKE,
  paymentOf,
  priceText,
  type Prices,
  type Stock,
  type TakeStart,
  unitMicrosOf,
} from "./take-plan.ts";
import { TakePlace } from "./TakePlace.tsx";

type TakeCall = "staticUse" | "shortExtract";
interface TakeProps {
  term: Term;
  start: TakeStart;
  facts: { stock: readonly Stock[]; credits: Credits; prices: Prices };
  purchase: Purchase<TakeCall>;
}

/** What has been selected to take so far, what it costs, and what prevents it. */
function useTake({ term, start, facts, purchase }: TakeProps) {
  const { stock, credits } = facts;
  const fields = useFields(
    () => ({
      country: firstPlace(stock, start),
      days: firstDays(term, credits, start.days),
      num: 1 as number | string,
      account: "",
      password: "",
    }),
    purchase.onChange,
  );
  const { country: place, days, account, password } = fields.values;
  const free = place.country === "" ? undefined : freeAt(stock, place);
  const count = fields.quantity("num", { min: 1, max: MAX_TAKE, stock: free });
  const num = count.quantity;
  const has = credits[days] ?? 0;
  const { used, bought } = paymentOf(num ?? 0, has);
  const price = usePrice({
    sku: term,
    days,
    quantity: bought > 0 ? bought : null,
    onChange: purchase.onChange,
  });
  const invalid = {
    country: place.country === "",
    num: count.invalid !== null,
    account: account !== "" && !isProxyCredential(account),
    password: password !== "" && !isProxyPassword(password),
  };
  const names = Object.keys(invalid) as (keyof typeof invalid)[];
  const totalCents = bought > 0 ? (price.settling ? undefined : price.totalCents) : 0;
  return {
    ...fields,
    place,
    days,
    count,
    num,
    free,
    account,
    password,
    has,
    used,
    bought,
    totalCents,
    price,
    shows: (name: keyof typeof invalid) => invalid[name] && fields.isValidated(name),
    invalid: names.find((name) => invalid[name]),
    unitMicros: (one: number) =>
      unitMicrosOf(facts.prices, one, paymentOf(num ?? 1, credits[one] ?? 0).bought),
  };
}
type Take = ReturnType<typeof useTake>;

const parametersOf = (take: Take): CallParameters<TakeCall> => ({
  country: take.place.country,
  city: take.place.city || undefined,
  num: take.num ?? 1,
  days: take.days as CallParameters<TakeCall>["days"],
  account: take.account || undefined,
  password: take.password || undefined,
  // The wallet pays only if the user has seen the amount.
  pay: take.bought > 0 ? "wallet" : undefined,
});

/** Place, period, number and credentials, with the cost updated while choosing. */
export function TakeForm(props: TakeProps) {
  const { t } = useTranslation("static-take");
  const { term, facts, purchase } = props;
  const { refusal } = purchase;
  const take = useTake(props);
  const { num, bought, totalCents, price } = take;
  const refusals = refusalByField(refusal);
  const known = bought === 0 || (totalCents !== undefined && price.walletCents !== undefined);
  const words = {
    count: num ?? 0,
    number: formatNumber(num ?? 0),
    total: formatCents(totalCents ?? 0),
  };
  const label = bought > 0 ? t("take.submitFor", words) : t("take.submit", words);
  return (
    <PurchaseForm
      purchase={purchase}
      summary={<Summary take={take} stock={facts.stock} />}
      error={
        (Object.keys(refusals).length > 0 ? null : refusal) ?? (bought > 0 ? price.error : null)
      }
      // Unavailable IPs need no recharge.
      missingCents={take.count.field.fault === null && bought > 0 ? price.missingCents : 0}
      identityNeeded={bought > 0 && price.priced?.identityNeeded}
      submit={{ label: num === null ? t("take.submitNone") : label, disabled: !known }}
      note={term === "short" && t("take.noRenewal")}
      fields={take}
      onSubmit={() => purchase.send(parametersOf(take))}
    >
      <TakePlace
        stock={facts.stock}
        place={take.place}
        missing={take.shows("country")}
        onChange={(country) => take.set({ country })}
      />
      <PeriodChoice
        term={term}
        days={take.days}
        credits={facts.credits}
        unitMicros={take.unitMicros}
        onChange={(days) => take.set({ days })}
      />
      <TakeNumber take={take} refusal={refusals.num} />
      <TakeNames take={take} refusals={refusals} />
    </PurchaseForm>
  );
}

const FIELDS = ["num", "account", "password"] as const;
type Refusals = Partial<Record<(typeof FIELDS)[number], string>>;

/** The API's refusal, by the field to show it at. */
function refusalByField(refusal: CallRefused | null): Refusals {
  if (!refusal) return {};
  const field = refusal.reason === "insufficientStock" ? "num" : refusal.field;
  const option = FIELDS.find((one) => one === field);
  return option ? { [option]: refusal.msg } : {};
}

/** How many IPs; if fewer are free, one click takes those. */
function TakeNumber({ take, refusal }: { take: Take; refusal: string | undefined }) {
  const { t } = useTranslation("static-take");
  const { free } = take;
  const most = Math.min(MAX_TAKE, free ?? MAX_TAKE);
  const words = { count: most, number: formatNumber(most) };
  return (
    <QuantityField
      of={take.count.field}
      label={t("num.label")}
      description={free !== undefined && t("num.free", { count: free, number: formatNumber(free) })}
      faults={{ stock: most === 0 ? t("num.none") : t("num.stock", words) }}
      refusal={refusal}
      offer={most > 0 ? { quantity: most, text: t("num.takeAll", words) } : undefined}
    />
  );
}

/** A custom user name and password; empty ones are generated. */
function TakeNames({ take, refusals }: { take: Take; refusals: Refusals }) {
  const { t } = useTranslation(["static-take", "parts"]);
  const rules = { account: t("names.rule"), password: t("parts:credential.passwordRule") };
  const field = (kind: "account" | "password") => (
    <CredentialField
      kind={kind}
      label={t(`names.${kind}`)}
      placeholder={t("names.made")}
      value={take[kind]}
      error={take.shows(kind) ? rules[kind] : refusals[kind]}
      onChange={(event) => take.set({ [kind]: event.currentTarget.value.trim() })}
      onBlur={() => take.validate(kind)}
      onGenerate={(value) => take.set({ [kind]: value })}
    />
  );
  return (
    <Stack gap={6}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {field("account")}
        {field("password")}
      </SimpleGrid>
      <Text fz="sm" c="dimmed">
        {t("names.help")}
      </Text>
    </Stack>
  );
}

/** What is taken, how many credits are used, what the wallet pays and its new balance. */
function Summary({ take, stock }: { take: Take; stock: readonly Stock[] }) {
  const { t } = useTranslation("static-take");
  const { num, used, bought, has, days, place, price } = take;
  const city = citiesOf(stock, place.country).find((one) => one.city === place.city);
  const where = usePlaceText()({ country: place.country, cityName: city?.cityName ?? "" });
  return (
    <PurchaseSummary
      lines={[
        [t("sum.place"), where || "…"],
        [t("sum.period"), t("period.days", { count: days })],
        [t("sum.number"), num === null ? "…" : formatNumber(num)],
        (has > 0 || bought === 0) && [
          t("sum.credits"),
          t("sum.creditsOf", { used: formatNumber(used), has: formatNumber(has) }),
        ],
        bought > 0 && [t("sum.bought"), priceText(bought, take.unitMicros(days))],
      ]}
      total={t("sum.total")}
      price={{
        totalCents: num === null ? undefined : take.totalCents,
        walletCents: bought > 0 ? price.walletCents : undefined,
        settling: price.settling,
      }}
    />
  );
}
