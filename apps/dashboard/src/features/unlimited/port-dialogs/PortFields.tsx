/** The fields of a port, for one port and for many. */
import { NumberInput, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { isTemplate, proxyLine } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { rotationRange, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { CredentialField } from "../../credentials/CredentialField.tsx";
import {
  type Credentials,
  useCredentialValidators,
} from "../../credentials/use-credential-validators.ts";
import { TemplateFields } from "../../proxy-file/TemplateFields.tsx";
import { type PortValues, readMinutes, remarkMaxLength } from "./edit-port-values.ts";
import { fieldsOf, type UnlimitedPort } from "../port.ts";
import { useCountries } from "../use-plan.ts";

type Form = UseFormReturnType<PortValues>;

/** Messages for invalid values; each validator applies only while its field is shown. */
export function usePortValidators(kind: UnlimitedKind, before?: Credentials) {
  const { t } = useTranslation(["unlimited", "lines"]);
  return {
    ...useCredentialValidators(before),
    rotationMinutes: (typed: number | string) =>
      readMinutes(typed, kind) === null ? t("edit.badRotation", rotationRange[kind]) : null,
    format: (value: string) => (isTemplate(value) ? null : t("lines:export.badTemplate")),
  };
}

/** The range depends on the kind: 1-120 by port, 3-30 by bandwidth (spec/unlimited#rotation). */
export function RotationField({ form, kind }: { form: Form; kind: UnlimitedKind }) {
  const { t } = useTranslation("unlimited");
  const range = rotationRange[kind];
  return (
    <NumberInput
      label={t("edit.rotation")}
      description={t("edit.rotationHelp", range)}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      {...range}
      {...form.getInputProps("rotationMinutes")}
    />
  );
}

/** The countries with exits, and the ports' current one even if it has none left. */
export function CountryField(props: {
  form: Form;
  kind: UnlimitedKind;
  region: string;
  had: readonly string[];
}) {
  const { t } = useTranslation("unlimited");
  const { form, kind, region, had } = props;
  const sold = useCountries(kind, region) ?? [];
  const found = sold.map(({ code, exits }) => ({
    value: code,
    label: t("edit.exits", { country: formatCountry(code), count: exits }),
  }));
  const removed = [...new Set(had)].filter(
    (code) => code !== "" && !sold.some((one) => one.code === code),
  );
  const others = removed.map((value) => ({ value, label: formatCountry(value) }));
  const data = [...found, ...others].sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Select
      label={t("edit.country")}
      description={t("edit.countryHelp")}
      searchable
      allowDeselect={false}
      data={[{ value: "", label: t("edit.anyCountry") }, ...data]}
      {...form.getInputProps("country")}
      onChange={(country) => form.setFieldValue("country", country ?? "")}
    />
  );
}

/** The format in which the port is copied, previewed with its own data. */
export function FormatField({ form, sample }: { form: Form; sample: UnlimitedPort | undefined }) {
  const { t } = useTranslation("unlimited");
  const { format } = form.values;
  return (
    <Stack gap="sm">
      <TemplateFields value={format} onChange={(next) => form.setFieldValue("format", next)} />
      {sample && isTemplate(format) && (
        <CodeBlock wrap code={proxyLine(format, fieldsOf(sample))} label={t("edit.preview")} />
      )}
    </Stack>
  );
}

/** User name and password, typed or generated. */
export function CredentialFields({ form }: { form: Form }) {
  const { t } = useTranslation("unlimited");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {(["account", "password"] as const).map((kind) => (
        <CredentialField
          key={kind}
          kind={kind}
          label={t(`edit.${kind}`)}
          {...form.getInputProps(kind)}
          onGenerate={(value) => form.setFieldValue(kind, value)}
        />
      ))}
    </SimpleGrid>
  );
}

export function RemarkField({ form }: { form: Form }) {
  const { t } = useTranslation("unlimited");
  return (
    <TextInput
      label={t("edit.remark")}
      maxLength={remarkMaxLength}
      {...form.getInputProps("remark")}
    />
  );
}
