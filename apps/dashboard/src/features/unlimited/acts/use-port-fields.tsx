/** The fields of a port, for one port and for many. */
import { Select, Stack } from "@mantine/core";
import { isTemplate, proxyLine } from "@turnpike/proxy-strings/write/proxy-format.ts";
import { rotationRange, type UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { Field, OwnInput } from "@turnpike/ui/act/act.ts";
import { CodeBlock } from "@turnpike/ui/CodeBlock.tsx";
import { formatCountry } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { useCredentialField } from "../../credentials/credential-fields.tsx";
import { TemplateFields } from "../../proxy-file/TemplateFields.tsx";
import { fieldsOf, type UnlimitedPlan, type UnlimitedPort } from "../port.ts";
import { useCountries } from "../use-plan.ts";
import {
  firstValues,
  type PortValues,
  readMinutes,
  remarkMaxLength,
  type Section,
  tickOf,
} from "./edit-port-values.ts";

/** By the value's name; without `before` the credentials are generated. */
export function usePortFields(kind: UnlimitedKind, plan: UnlimitedPlan) {
  const { t } = useTranslation(["unlimited", "lines"]);
  const credential = useCredentialField();
  const range = rotationRange[kind];
  return (rows: readonly UnlimitedPort[], before?: PortValues): Record<keyof PortValues, Field> => {
    const initial = before ?? firstValues;
    return {
      /** The range depends on the kind: 1-120 by port, 3-30 by bandwidth (spec/unlimited#rotation). */
      rotationMinutes: {
        kind: "integer",
        name: "rotationMinutes",
        label: t("edit.rotation"),
        help: t("edit.rotationHelp", range),
        initial: String(initial.rotationMinutes),
        fault: (typed) => (readMinutes(typed, kind) === null ? t("edit.badRotation", range) : null),
      },
      country: {
        kind: "own",
        name: "country",
        label: t("edit.country"),
        optional: true,
        initial: initial.country,
        show: (input) => (
          <Country {...input} kind={kind} plan={plan} had={rows.map((row) => row.country)} />
        ),
      },
      account: credential("account", t("edit.account"), before?.account),
      password: credential("password", t("edit.password"), before?.password),
      format: {
        kind: "own",
        name: "format",
        label: "",
        initial: initial.format,
        fault: (value) => (isTemplate(value) ? null : t("lines:export.badTemplate")),
        show: (input) => <Format {...input} sample={rows[0]} />,
      },
      remark: {
        kind: "text",
        name: "remark",
        label: t("edit.remark"),
        maxLength: remarkMaxLength,
        optional: true,
        initial: initial.remark,
      },
    };
  };
}

/** The countries with exits, and the ports' current one even if it has none left. */
function Country(
  props: OwnInput & { kind: UnlimitedKind; plan: UnlimitedPlan; had: readonly string[] },
) {
  const { t } = useTranslation("unlimited");
  const sold = useCountries(props.kind, props.plan.region) ?? [];
  const found = sold.map(({ code, exits }) => ({
    value: code,
    label: t("edit.exits", { country: formatCountry(code), count: exits }),
  }));
  const removed = [...new Set(props.had)].filter(
    (code) => code !== "" && !sold.some((one) => one.code === code),
  );
  const others = removed.map((value) => ({ value, label: formatCountry(value) }));
  const data = [...found, ...others].sort((one, other) => one.label.localeCompare(other.label));
  return (
    <Select
      label={props.label}
      description={t("edit.countryHelp")}
      searchable
      allowDeselect={false}
      data={[{ value: "", label: t("edit.anyCountry") }, ...data]}
      value={props.value}
      error={props.error}
      onChange={(country) => props.onChange(country ?? "")}
    />
  );
}

/** The format in which the port is copied, previewed with what is typed. */
function Format({
  value,
  values,
  sample,
  onChange,
}: OwnInput & { sample: UnlimitedPort | undefined }) {
  const { t } = useTranslation("unlimited");
  // For many ports, what is not ticked stays as it is.
  const isTyped = (tick: Section) => values[tickOf(tick)] !== "";
  const typed = {
    ...(isTyped("credentials")
      ? { account: values["account"] ?? "", password: values["password"] ?? "" }
      : {}),
    ...(isTyped("remark") ? { remark: values["remark"] ?? "" } : {}),
  };
  return (
    <Stack gap="sm">
      <TemplateFields value={value} onChange={onChange} />
      {sample && isTemplate(value) && (
        <CodeBlock
          wrap
          code={proxyLine(value, fieldsOf({ ...sample, ...typed }))}
          label={t("edit.preview")}
        />
      )}
    </Stack>
  );
}
