import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { keyNameLength, maxKeyNetworks, scopes } from "@turnpike/rules/api-key.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { DateField } from "@turnpike/ui/DateField.tsx";
import type { Field, OwnInput } from "@turnpike/ui/act/act.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { openAct } from "../../ui/act/open-act.ts";
import { isLimit, keyAdditionOf, lifetimes, validateNetworks } from "./api-key-form.ts";
import { keyExample } from "./key-example.ts";

/** Creates an API key, which is shown this one time. */
export function useAddKey(): () => void {
  const { t } = useTranslation("webhooks");
  const fields = useKeyFields();
  return () =>
    openAct({
      call: "apiKeyAdd",
      input: (values) => keyAdditionOf(values),
      // Waits until the list contains the new key before showing it.
      awaitRefetch: true,
      size: "lg",
      title: t("apiKeys.form.title"),
      submit: t("apiKeys.form.create"),
      fields,
      result: ({ key }, close) => <NewKey value={key} onClose={close} />,
      resultTitle: t("apiKeys.new.title"),
      isShownOnce: true,
      ownButtons: true,
    });
}

function useKeyFields(): Field[] {
  const { t } = useTranslation("webhooks");
  const ips = useNetworksField();
  return [
    {
      kind: "text",
      name: "name",
      label: t("apiKeys.form.name"),
      help: t("apiKeys.form.nameHelp"),
      maxLength: keyNameLength,
      fault: (name) => (name === "" ? t("apiKeys.fault.name") : null),
    },
    {
      kind: "own",
      name: "scopes",
      label: t("apiKeys.form.scopes"),
      initial: "read",
      fault: (chosen) => (chosen === "" ? t("apiKeys.fault.scopes") : null),
      show: (input) => <Scopes {...input} />,
    },
    {
      kind: "money",
      scale: 100,
      name: "maxCents",
      label: t("apiKeys.form.limit"),
      help: t("apiKeys.form.limitHelp"),
      placeholder: t("apiKeys.form.noLimit"),
      optional: true,
      when: (values) => values["scopes"]?.split(",").includes("buy") ?? false,
      fault: (dollars) => (isLimit(dollars) ? null : t("apiKeys.fault.limit")),
    },
    {
      kind: "select",
      name: "lifetime",
      label: t("apiKeys.form.expiry"),
      initial: "never",
      options: lifetimes.map((value) => ({ value, label: t(`apiKeys.form.lifetimes.${value}`) })),
    },
    {
      kind: "own",
      name: "expiresAt",
      label: t("apiKeys.form.lastDay"),
      when: (values) => values["lifetime"] === "date",
      fault: (day) => (Number.isNaN(Date.parse(day)) ? t("apiKeys.fault.day") : null),
      show: ({ label, value, error, onChange }) => (
        <DateField
          {...{ label, value, error, onChange }}
          description={t("apiKeys.form.lastDayHelp")}
        />
      ),
    },
    ips,
  ];
}

/** The networks from which a key may be used. */
function useNetworksField(): Field {
  const { t } = useTranslation("webhooks");
  return {
    kind: "long",
    name: "ips",
    label: t("apiKeys.form.ips"),
    help: t("apiKeys.form.ipsHelp"),
    placeholder: "203.0.113.7, 198.51.100.0/24",
    optional: true,
    fault: (typed) => {
      const fault = validateNetworks(typed);
      return fault === "many"
        ? t("apiKeys.fault.many", { most: formatNumber(maxKeyNetworks) })
        : fault && t("apiKeys.fault.network", { text: fault.bad });
    },
  };
}

/** The scopes of the key, each with what it allows. */
function Scopes({ label, value, error, onChange }: OwnInput) {
  const { t } = useTranslation("webhooks");
  const choose = (ticked: string[]) =>
    onChange(scopes.filter((scope) => ticked.includes(scope)).join());
  return (
    <Checkbox.Group label={label} value={value.split(",")} error={error} onChange={choose}>
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

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation("webhooks");
  return (
    <Stack gap="md">
      <Text fz="sm">{t("apiKeys.new.help")}</Text>
      <CodeBlock
        wrap
        code={value}
        label={t("apiKeys.new.label")}
        copyLabel={t("apiKeys.new.copy")}
      />
      <CodeBlock
        wrap
        head={t("key.example")}
        label={t("apiKeys.exampleLabel")}
        code={keyExample(value)}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t("apiKeys.new.done")}</Button>
      </Group>
    </Stack>
  );
}
