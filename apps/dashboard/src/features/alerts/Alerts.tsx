import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { may } from "@turnpike/ui/lib/may.ts";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult } from "../../lib/call.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { AlertRow } from "./AlertRow.tsx";
import { useThresholdText } from "./alert-text.ts";
import {
  type AlertName,
  alertNames,
  type AlertValues,
  bounds,
  parametersOf,
  thresholdOf,
  valuesOf,
} from "./alert-values.ts";
import classes from "./alerts.module.css";

/** The account's alert settings (spec/accounts#alerts). */
export function Alerts() {
  const { t } = useTranslation("setting-alerts");
  const alerts = useCall("alerts", {});
  return (
    <Panel title={t("title")} description={t("description")} flush>
      {alerts.data ? (
        <AlertsForm answer={alerts.data} />
      ) : (
        <div className={classes.foot}>
          <Loaded of={alerts} lines={6} height={26}>
            {() => null}
          </Loaded>
        </div>
      )}
    </Panel>
  );
}

function AlertsForm({ answer }: { answer: CallResult<"alerts"> }) {
  const { t } = useTranslation("setting-alerts");
  const user = useCall("member", {}).data;
  const { form, send, busy } = useAlertsForm(answer);
  return (
    <form onSubmit={send} noValidate>
      <ul className={classes.rows}>
        {alertNames.map((name) => (
          <AlertRow
            key={name}
            name={name}
            user={user}
            on={form.values.on[name]}
            at={form.values.at[name]}
            error={form.errors[`at.${name}`]}
            onSwitch={(on) => form.setFieldValue(`on.${name}`, on)}
            onType={(at) => form.setFieldValue(`at.${name}`, at)}
          />
        ))}
      </ul>
      <Stack gap="md" className={classes.foot ?? ""}>
        <Switch
          label={t("email")}
          description={t("emailHelp", { email: user?.email ?? "…" })}
          disabled={!may("manage")}
          {...form.getInputProps("email", { type: "checkbox" })}
        />
        <Text fz="sm" c="dimmed" maw="78ch">
          {t("how")}
        </Text>
        <Group>
          <Button data-needs="manage" type="submit" loading={busy} disabled={!form.isDirty()}>
            {t("save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useAlertsForm(answer: CallResult<"alerts">) {
  const validate = useValidator();
  const savedMessage = useSavedMessage();
  const form = useForm<AlertValues>({
    initialValues: valuesOf(answer),
    validate: {
      at: {
        traffic: (typed, { on }) => validate("traffic", on.traffic, typed),
        wallet: (typed, { on }) => validate("wallet", on.wallet, typed),
        expiry: (typed, { on }) => validate("expiry", on.expiry, typed),
      },
    },
  });
  const save = useCommand("alerts");
  const send = form.onSubmit(
    (values) =>
      void save.send(parametersOf(values), (now) => {
        form.setValues(valuesOf(now));
        form.resetDirty(valuesOf(now));
        toast.success(savedMessage(valuesOf(now)));
      }),
  );
  return { form, send, busy: save.busy };
}

/** Validates a threshold; that of an alert that is off may have any value. */
function useValidator() {
  const { t } = useTranslation("setting-alerts");
  return (name: AlertName, on: boolean, typed: number | string) => {
    if (!on || thresholdOf(name, typed) !== undefined) return null;
    const { min, max } = bounds[name];
    return t(`${name}.fault`, { min: formatNumber(min), max: formatNumber(max) });
  };
}

/** The message after saving, which says which alerts are on. */
function useSavedMessage() {
  const { t, i18n } = useTranslation("setting-alerts");
  const text = useThresholdText();
  return ({ on, at, email }: AlertValues): string => {
    const texts = alertNames
      .filter((name) => on[name])
      .map((name) => t(`told.${name}`, { amount: text(name, Number(at[name])) }));
    if (texts.length === 0) return t("savedNone");
    const list = new Intl.ListFormat(i18n.language === "zh-tw" ? "zh-TW" : i18n.language);
    return t(email ? "savedMail" : "saved", { list: list.format(texts) });
  };
}
