import { Alert, Button, Group, Select, Stack, Switch, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { Loaded, together } from "@turnpike/ui/Loaded.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { formatCents, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { useCommand } from "../../lib/use-command.ts";
import { cardEnd, cardName, type SavedCard } from "./card-text.ts";
import {
  centsOf,
  isAtLimit,
  leastOf,
  type Plan,
  planParameters,
  type PlanValues,
  planValues,
  type Sum,
} from "./top-up-form.ts";
import classes from "./cards.module.css";

/** Whether, when and how far a saved card is charged (spec/money#auto-top-up). */
export function AutoTopUp() {
  const { t } = useTranslation("setting-cards");
  const plan = useCall("autoTopUp", {});
  const cards = useCall("cards", {});
  return (
    <Panel title={t("topUp.title")} description={t("topUp.description")}>
      <Loaded of={together(plan, cards)} lines={4} height={26}>
        {([now, { items }]) => (
          // A card that was added or deleted is chosen anew.
          <TopUpForm key={items.map(({ id }) => id).join()} plan={now} cards={items} />
        )}
      </Loaded>
    </Panel>
  );
}

function TopUpForm({ plan, cards }: { plan: Plan; cards: SavedCard[] }) {
  const { t } = useTranslation("setting-cards");
  const { form, send, busy } = useTopUpForm(plan, cards);
  const { enabled } = form.getValues();
  const canBegin = cards.length > 0 || plan.enabled;
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <PlanState plan={plan} />
        <Switch
          label={t("topUp.switch")}
          description={canBegin ? t("topUp.switchHelp") : t("topUp.cardFirst")}
          disabled={!canBegin}
          {...form.getInputProps("enabled", { type: "checkbox" })}
        />
        {enabled && <Fields form={form} cards={cards} />}
        <Group>
          <Button type="submit" loading={busy} disabled={!canBegin || !form.isDirty()}>
            {t("topUp.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Fields({ form, cards }: { form: UseFormReturnType<PlanValues>; cards: SavedCard[] }) {
  const { t } = useTranslation("setting-cards");
  const money = (name: Sum) => (
    <MoneyField
      label={t(`topUp.${name}`)}
      description={t(`topUp.${name}Help`)}
      {...form.getInputProps(name)}
    />
  );
  return (
    <div className={classes.fields}>
      <Select
        label={t("topUp.card")}
        description={t("topUp.cardHelp")}
        placeholder={t("topUp.cardChoose")}
        allowDeselect={false}
        data={cards.map((card) => ({
          value: card.id,
          label: `${cardName(card)}, ${cardEnd(card)}`,
        }))}
        {...form.getInputProps("cardId")}
      />
      {money("thresholdCents")}
      {money("amountCents")}
      {money("monthCents")}
    </div>
  );
}

/** What has happened: this month's sum, refusals, the limit, why it is off. */
function PlanState({ plan }: { plan: Plan }) {
  const { t } = useTranslation("setting-cards");
  const { enabled, spentCents, monthCents, refusals, stoppedAt } = plan;
  if (!enabled && stoppedAt !== null) {
    return (
      <Alert color="red" role="status">
        {t("topUp.stopped", { at: formatDateTime(stoppedAt) })}
      </Alert>
    );
  }
  if (!enabled) return null;
  return (
    <Stack gap="xs" role="status">
      <Text fz="sm">
        {t("topUp.spent", { spent: formatCents(spentCents), most: formatCents(monthCents) })}
      </Text>
      {refusals > 0 && <Alert color="orange">{t("topUp.refused", { count: refusals })}</Alert>}
      {isAtLimit(plan) && <Alert color="orange">{t("topUp.atLimit")}</Alert>}
    </Stack>
  );
}

function useTopUpForm(plan: Plan, cards: SavedCard[]) {
  const { t } = useTranslation("setting-cards");
  const ids = cards.map(({ id }) => id);
  const fault = (values: PlanValues, name: Sum) => {
    if (!values.enabled || centsOf(values, name) !== null) return null;
    const [min, max] = [formatCents(leastOf[name]), formatCents(rechargeCents.most)];
    return t("topUp.fault", { min, max });
  };
  const form = useForm<PlanValues>({
    initialValues: planValues(plan, ids),
    validate: {
      cardId: (cardId, { enabled }) => (enabled && cardId === null ? t("topUp.cardChoose") : null),
      thresholdCents: (_typed, values) => fault(values, "thresholdCents"),
      amountCents: (_typed, values) => fault(values, "amountCents"),
      monthCents: (_typed, values) =>
        fault(values, "monthCents") ??
        (values.enabled &&
        (centsOf(values, "monthCents") ?? 0) < (centsOf(values, "amountCents") ?? 0)
          ? t("topUp.monthTooLow")
          : null),
    },
  });
  const save = useCommand("autoTopUp", { handles: toFieldError(form) });
  const send = form.onSubmit(
    (values) =>
      void save.send(planParameters(values), (now) => {
        form.setValues(planValues(now, ids));
        form.resetDirty(planValues(now, ids));
        toast.success(t(now.enabled ? "topUp.on" : "topUp.off"));
      }),
  );
  return { form, send, busy: save.busy };
}
