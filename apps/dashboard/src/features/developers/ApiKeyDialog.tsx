import { Checkbox, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm, type UseFormReturnType } from "@mantine/form";
import { keyNameLength, maxKeyNetworks, type Scope, scopes } from "@turnpike/rules/api-key.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { MoneyField } from "@turnpike/ui/MoneyField.tsx";
import {
  type ApiKeyValues,
  isLimit,
  keyAdditionOf,
  type Lifetime,
  lifetimes,
  validateNetworks,
  newKeyValues,
} from "./api-key-form.ts";
import { DateField } from "@turnpike/ui/DateField.tsx";

/** Creates an API key; `onAdded` receives it, to be shown once. */
export function ApiKeyDialog(props: { onAdded: (key: string) => void; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  const { form, send, busy } = useKeyForm(props.onAdded);
  return (
    <FormModal size="lg" title={t("apiKeys.form.title")} onClose={props.onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            maxLength={keyNameLength}
            autoComplete="off"
            data-autofocus
            label={t("apiKeys.form.name")}
            description={t("apiKeys.form.nameHelp")}
            {...form.getInputProps("name")}
          />
          <Scopes form={form} />
          {form.values.scopes.includes("buy") && (
            <MoneyField
              required={false}
              label={t("apiKeys.form.limit")}
              description={t("apiKeys.form.limitHelp")}
              placeholder={t("apiKeys.form.noLimit")}
              {...form.getInputProps("maxCents")}
            />
          )}
          <Expiry form={form} />
          <Textarea
            autosize
            minRows={1}
            maxRows={6}
            spellCheck={false}
            autoComplete="off"
            label={t("apiKeys.form.ips")}
            description={t("apiKeys.form.ipsHelp")}
            placeholder="203.0.113.7, 198.51.100.0/24"
            {...form.getInputProps("ips")}
          />
          <DialogButtons submit={t("apiKeys.form.create")} busy={busy} onBack={props.onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}

type KeyForm = UseFormReturnType<ApiKeyValues>;

/** The scopes of the key, each with what it allows. */
function Scopes({ form }: { form: KeyForm }) {
  const { t } = useTranslation("webhooks");
  return (
    <Checkbox.Group
      label={t("apiKeys.form.scopes")}
      value={form.values.scopes}
      error={form.errors.scopes}
      onChange={(ticked) =>
        form.setFieldValue(
          "scopes",
          scopes.filter((scope) => ticked.includes(scope)) satisfies Scope[],
        )
      }
    >
      <Stack gap={10} mt={6} mb={4}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`apiKeys.scopes.${scope}.name`)}
            description={t(`apiKeys.scopes.${scope}.help`)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Expiry({ form }: { form: KeyForm }) {
  const { t } = useTranslation("webhooks");
  return (
    <>
      <Select
        allowDeselect={false}
        label={t("apiKeys.form.expiry")}
        data={lifetimes.map((value) => ({ value, label: t(`apiKeys.form.lifetimes.${value}`) }))}
        value={form.values.lifetime}
        onChange={(value) => form.setFieldValue("lifetime", (value ?? "never") as Lifetime)}
        error={form.values.lifetime === "date" ? null : form.errors.expiresAt}
      />
      {form.values.lifetime === "date" && (
        <DateField
          label={t("apiKeys.form.lastDay")}
          description={t("apiKeys.form.lastDayHelp")}
          value={form.values.expiresAt}
          error={form.errors["expiresAt"]}
          onChange={(day) => form.setFieldValue("expiresAt", day)}
        />
      )}
    </>
  );
}

function useKeyForm(onAdded: (key: string) => void) {
  const { t } = useTranslation("webhooks");
  const form = useForm<ApiKeyValues>({
    initialValues: newKeyValues,
    validateInputOnBlur: ["ips", "maxCents"],
    validate: {
      name: (name) => (name.trim() === "" ? t("apiKeys.fault.name") : null),
      scopes: (chosen) => (chosen.length === 0 ? t("apiKeys.fault.scopes") : null),
      expiresAt: (day, { lifetime }) =>
        lifetime === "date" && Number.isNaN(Date.parse(day)) ? t("apiKeys.fault.day") : null,
      maxCents: (dollars) => (isLimit(dollars) ? null : t("apiKeys.fault.limit")),
      ips: (typed) => {
        const fault = validateNetworks(typed);
        if (fault === "many")
          return t("apiKeys.fault.many", { most: formatNumber(maxKeyNetworks) });
        return fault && t("apiKeys.fault.network", { text: fault.bad });
      },
    },
  });
  const add = useCommand("apiKeyAdd", {
    handles: toFieldError(form),
    // Waits until the list contains the new key before showing it.
    awaitRefetch: true,
  });
  const send = form.onSubmit(
    (values) => void add.send(keyAdditionOf(values), ({ key }) => onAdded(key)),
  );
  return { form, send, busy: add.busy };
}
