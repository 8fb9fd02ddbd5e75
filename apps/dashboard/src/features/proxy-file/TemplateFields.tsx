import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import {
  isTemplate,
  proxyFieldNames,
  proxyTemplates,
  templateMaxLength,
} from "@turnpike/proxy-strings/write/proxy-format.ts";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";

const OWN = "";

/** One of the named templates, or a custom one: fields are inserted at the caret. */
export function TemplateFields(props: { value: string; onChange: (template: string) => void }) {
  const { t } = useTranslation("lines");
  const { value, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const named = Object.values(proxyTemplates).some((template) => template === value);
  const insert = (name: string) => {
    const input = field.current;
    const from = input?.selectionStart ?? value.length;
    const text = `{${name}}`;
    const next = value.slice(0, from) + text + value.slice(input?.selectionEnd ?? from);
    if (next.length > templateMaxLength) return;
    onChange(next);
    // After rendering, so that the next field is inserted after this one.
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t("export.form")}
        value={named ? value : OWN}
        onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
        data={[
          ...Object.entries(proxyTemplates).map(([label, template]) => ({
            label,
            value: template as string,
          })),
          { label: t("export.own"), value: OWN, disabled: named },
        ]}
      />
      <TextInput
        ref={field}
        label={t("export.template")}
        description={t("export.templateHelp")}
        maxLength={templateMaxLength}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={value}
        error={isTemplate(value) ? null : t("export.badTemplate")}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Fields onInsert={insert} />
    </Stack>
  );
}

function Fields({ onInsert }: { onInsert: (name: string) => void }) {
  const { t } = useTranslation("lines");
  const label = useId();
  return (
    <Group gap={6} role="group" aria-labelledby={label}>
      <Text id={label} fz="sm" c="dimmed">
        {t("export.fields")}
      </Text>
      {proxyFieldNames.map((name) => (
        <Button
          key={name}
          size="compact-xs"
          variant="default"
          ff="monospace"
          aria-label={t("export.insert", { name: `{${name}}` })}
          onClick={() => onInsert(name)}
        >
          {`{${name}}`}
        </Button>
      ))}
    </Group>
  );
}
