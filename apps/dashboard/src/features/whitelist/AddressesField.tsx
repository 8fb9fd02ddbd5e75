import { Group, Stack, Text, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { IconAlertTriangle, IconCircleCheck } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { readIps, type TypedIps } from "./typed-ips.ts";

/** Addresses, one per line or comma-separated, with a summary of how they were parsed. */
export function AddressesField(props: {
  label: string;
  description: string;
  value: string;
  error?: ReactNode;
  onChange: (text: string) => void;
}) {
  const { value, onChange, ...field } = props;
  return (
    <Stack gap={6}>
      <Textarea
        {...field}
        placeholder={"203.0.113.7, 203.0.113.8\n2001:db8::7"}
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <TypedIpsSummary typed={readIps(value)} />
    </Stack>
  );
}

const MAX_INVALID = 5;

/** Summarizes the field's addresses while typing. */
function TypedIpsSummary({ typed }: { typed: TypedIps }) {
  const { t } = useTranslation("parts");
  const { good, bad, repeats } = typed;
  const more = bad.length - MAX_INVALID;
  return (
    <div aria-live="polite">
      {good.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconCircleCheck size={17} aria-hidden color="var(--ui-accent)" />
          <Text fz="sm">
            {t("addresses.good", { count: good.length })}
            {repeats > 0 && ` ${t("addresses.repeats", { count: repeats })}`}
          </Text>
        </Group>
      )}
      {bad.length > 0 && (
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={17} aria-hidden color="var(--mantine-color-error)" />
          <Text fz="sm" c="var(--mantine-color-error)" style={{ overflowWrap: "anywhere" }} miw={0}>
            {t("addresses.bad", { count: bad.length, list: bad.slice(0, MAX_INVALID).join(", ") })}
            {more > 0 && " …"}
          </Text>
        </Group>
      )}
    </div>
  );
}
