import { Alert, Badge, Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useState } from "react";
import type { Item } from "../../lib/call.ts";
import { useCall, useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";

type SetUp = Item<"paymentKeys">;

/** How payment methods are set up (spec/money#keys-of-providers). */
export function PaymentKeys() {
  const t = useT();
  const keys = useCall("paymentKeys", {});
  return (
    <>
      <PageHeader
        title={t("screens.paymentKeys.title")}
        description={t("screens.paymentKeys.text")}
      />
      <Loaded of={keys} lines={10} height={24}>
        {({ items }) => (
          <Stack gap="md">
            {/* Other settings, as after saving, are another form. */}
            {items.map((item) => (
              <Method key={JSON.stringify(item)} item={item} />
            ))}
          </Stack>
        )}
      </Loaded>
    </>
  );
}

const colors = { environment: "good", console: "good", none: "gray" } as const;

function Method({ item }: { item: SetUp }) {
  const t = useT();
  const { method, source, fields, version: seen } = item;
  const [typed, type] = useState<Record<string, string>>(
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  );
  const test = useCallMutation("paymentKeysTest", { quiet: true });
  const isFixed = source === "environment";
  const changed = fields.some(({ name, value }) => typed[name] !== value);
  const isWhole = fields.every(({ name, needed, isSet }) => !needed || isSet || typed[name]);
  const title = t(`methods.${method}`);
  return (
    <Panel>
      <Stack gap="sm" maw="44rem" component="section" aria-label={title}>
        <Head item={item} title={title} />
        {fields.map((field) => (
          <KeyField
            key={field.name}
            field={field}
            disabled={isFixed}
            value={typed[field.name] ?? ""}
            onChange={(value) => type((all) => ({ ...all, [field.name]: value }))}
          />
        ))}
        <Group>
          {!isFixed && (
            <ActButton
              variant="filled"
              disabled={!changed || !isWhole}
              act={{ call: "paymentKeysSet", name: title, fixed: { method, values: typed, seen } }}
            />
          )}
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            disabled={!isWhole}
            onClick={() => test.mutate(isFixed ? { method } : { method, values: typed })}
          >
            {t("paymentKeys.test")}
          </Button>
          {source === "console" && (
            <ActButton
              act={{ call: "paymentKeysRemove", name: title, fixed: { method }, danger: true }}
            />
          )}
        </Group>
        {test.data && (
          <Alert color={test.data.works ? "good" : "red"} role="status">
            {t(test.data.works ? "paymentKeys.works" : "paymentKeys.fails", {
              found: test.data.found,
            })}
          </Alert>
        )}
        {test.error && <Alert color="red">{test.error.message}</Alert>}
      </Stack>
    </Panel>
  );
}

interface KeyFieldProps {
  field: SetUp["fields"][number];
  disabled: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** One setting of a provider; a secret that is kept is never shown. */
function KeyField({ field, disabled, value, onChange }: KeyFieldProps) {
  const t = useT();
  const { name, secret, needed, isSet } = field;
  const help = word("paymentKeys.help", name);
  return (
    <TextInput
      label={word("paymentKeys.fields", name)}
      type={secret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      disabled={disabled}
      description={
        <>
          {needed ? help : `${t("paymentKeys.optional")} · ${help}`} <Code fz="xs">{name}</Code>
        </>
      }
      placeholder={secret && isSet ? t("paymentKeys.kept") : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** How the method is set up, and where its provider reports to. */
function Head({ item, title }: { item: SetUp; title: string }) {
  const t = useT();
  const { provider, source, unreadable, found, fault, webhook } = item;
  const isNamed = provider === null || title.includes(provider);
  const fullTitle = isNamed ? title : `${title} (${provider})`;
  return (
    <>
      <Group gap="sm">
        <Text fw={600}>{fullTitle}</Text>
        <Badge color={colors[source]} variant="light">
          {t(`paymentKeys.${source}`)}
        </Badge>
        {found !== "" && (
          <Text size="sm" c="dimmed">
            {found}
          </Text>
        )}
      </Group>
      {unreadable && <Alert color="red">{t("paymentKeys.unreadable")}</Alert>}
      {fault !== "" && <Alert color="yellow">{t("paymentKeys.fault", { fault })}</Alert>}
      {webhook !== "" && (
        <Text size="sm">
          {t("paymentKeys.webhook")}: <Code>{webhook}</Code>
        </Text>
      )}
    </>
  );
}
