import { Alert, Button, Stack, Text, SimpleGrid } from "@mantine/core";
import { type SubmitEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../../lib/call.ts";
import { formatCents, formatNumber, formatUnitMicros } from "@turnpike/ui/lib/format.ts";
import classes from "../../order/buy.module.css";
import { TopUp } from "../../payment/TopUp.tsx";
import { citiesOf, type TakeStart } from "./take-plan.ts";
import { TakeNumber } from "./TakeNumber.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";
import { TakePlace } from "./TakePlace.tsx";
import { type Take, type TakeState, type TakeParameters, useTake } from "./use-take.ts";
import { CredentialField } from "../../credentials/CredentialField.tsx";
import { usePlaceText } from "../../place/use-place-text.ts";
import { Sum, AmountList } from "@turnpike/ui/AmountList.tsx";

/** Place, period, number and credentials, with the cost updated while choosing. */
export function TakeForm(props: {
  facts: TakeState;
  start: TakeStart;
  busy: boolean;
  refusal: CallRefused | null;
  /** Called when the selection differs from what was refused. */
  onChange: () => void;
  onTake: (parameters: TakeParameters) => void;
}) {
  const { t } = useTranslation("static-take");
  const { facts, start, busy, refusal, onChange } = props;
  const form = useRef<HTMLFormElement>(null);
  const take = useTake({ ...facts, start, onChange });
  const { place, num } = take;
  const city = citiesOf(facts.stock, place.country).find((one) => one.city === place.city);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    take.validate("country", "num", "account", "password");
    const { firstInvalid } = take;
    if (firstInvalid) {
      const field = `[data-field="${firstInvalid}"], [name="proxy-${firstInvalid}"]`;
      form.current?.querySelector<HTMLElement>(field)?.focus();
    } else if (num !== null && take.priced && take.missingCents === 0) {
      props.onTake(take.parameters(num));
    }
  };
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={submit}>
      <Choices facts={facts} take={take} refusals={refusalByField(refusal)} />
      <Stack gap="md">
        <TakeSummary take={take} cityName={city?.cityName ?? ""} />
        <FormError take={take} refusal={refusal} />
        <Submit take={take} busy={busy} />
        {facts.term === "short" && (
          <Text fz="sm" c="dimmed">
            {t("take.noRenewal")}
          </Text>
        )}
      </Stack>
    </form>
  );
}

const FIELDS = ["num", "account", "password"] as const;
type Field = (typeof FIELDS)[number];

/** The form's fields. */
function Choices(props: {
  facts: TakeState;
  take: Take;
  refusals: Partial<Record<Field, string>>;
}) {
  const { facts, take, refusals } = props;
  const { place, shown } = take;
  return (
    <Stack gap="lg">
      <TakePlace
        stock={facts.stock}
        place={place}
        missing={shown.country}
        onChange={take.choosePlace}
      />
      <PeriodChoice
        term={facts.term}
        days={take.days}
        credits={facts.credits}
        unitMicros={take.unitMicros}
        onChange={take.chooseDays}
      />
      <TakeNumber
        typed={take.typed}
        free={take.free}
        fault={shown.num}
        refusal={refusals.num}
        onChange={take.type}
        onBlur={() => take.validate("num")}
      />
      <TakeNames
        names={take}
        invalid={shown}
        refusals={refusals}
        onChange={take.name}
        onBlur={take.validate}
      />
    </Stack>
  );
}

/** The API's refusal, by the field to show it at. */
function refusalByField(refusal: CallRefused | null): Partial<Record<Field, string>> {
  if (!refusal) return {};
  const field = refusal.reason === "insufficientStock" ? "num" : refusal.field;
  const option = FIELDS.find((one) => one === field);
  return option ? { [option]: refusal.msg } : {};
}

/** A refusal that belongs to no field; the wallet's shortfall is shown separately. */
function FormError({ take, refusal }: { take: Take; refusal: CallRefused | null }) {
  const atField = Object.keys(refusalByField(refusal)).length > 0;
  const fault = (atField ? null : refusal) ?? take.quoteError;
  if (!fault || take.missingCents > 0) return null;
  return (
    <Alert color="red" role="alert">
      {fault.message}
    </Alert>
  );
}

/** Takes the IPs, or links to a recharge; the button states the cost. */
function Submit({ take, busy }: { take: Take; busy: boolean }) {
  const { t } = useTranslation("static-take");
  const { num, bought, totalCents, missingCents, priced } = take;
  // Unavailable IPs need no recharge.
  if (missingCents > 0 && take.shown.num === null) return <TopUp missingCents={missingCents} />;
  const words = {
    count: num ?? 0,
    number: formatNumber(num ?? 0),
    total: formatCents(totalCents ?? 0),
  };
  const name = bought > 0 ? t("take.submitFor", words) : t("take.submit", words);
  return (
    <Button type="submit" size="md" loading={busy} disabled={!priced}>
      {num === null ? t("take.submitNone") : name}
    </Button>
  );
}

type Names = { account: string; password: string };

/** A custom user name and password; empty ones are generated. */
function TakeNames(props: {
  names: Names;
  invalid: { account: boolean; password: boolean };
  /** The API's refusals by field. */
  refusals: Partial<Record<keyof Names, string>>;
  onChange: (change: Partial<Names>) => void;
  onBlur: (field: keyof Names) => void;
}) {
  const { t } = useTranslation(["static-take", "parts"]);
  const rules = { account: t("names.rule"), password: t("parts:credential.passwordRule") };
  const field = (kind: keyof Names) => (
    <CredentialField
      kind={kind}
      label={t(`names.${kind}`)}
      placeholder={t("names.made")}
      value={props.names[kind]}
      error={props.invalid[kind] ? rules[kind] : props.refusals[kind]}
      onChange={(event) => props.onChange({ [kind]: event.currentTarget.value.trim() })}
      onBlur={() => props.onBlur(kind)}
      onGenerate={(value) => props.onChange({ [kind]: value })}
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
function TakeSummary({ take, cityName }: { take: Take; cityName: string }) {
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
