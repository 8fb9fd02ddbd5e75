import { SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { AddressesField } from "../../whitelist/AddressesField.tsx";
import { MyAddress } from "../../whitelist/MyAddress.tsx";
import { readIps } from "../../whitelist/typed-ips.ts";
import { CredentialField } from "../../credentials/CredentialField.tsx";
import {
  type Credentials,
  useCredentialValidators,
} from "../../credentials/use-credential-validators.ts";
import {
  type EditValues,
  validateWhitelist,
  maxWhitelisted,
  remarkMaxLength,
} from "./edit-values.ts";

type Form<V> = UseFormReturnType<V>;

/** Messages for invalid values; each validator applies only while its field is shown. */
export function useEditValidators(before?: Credentials) {
  const { t } = useTranslation("static-edit");
  return {
    ...useCredentialValidators(before),
    whitelist: (value: string) => {
      const fault = validateWhitelist(value);
      return fault && t(`edit.${fault}`, { count: maxWhitelisted });
    },
  };
}

/** User name and password, typed or generated. */
export function CredentialFields<V extends Pick<EditValues, "account" | "password">>(props: {
  form: Form<V>;
}) {
  const { t } = useTranslation("static-edit");
  const { form } = props;
  const field = (kind: "account" | "password") => (
    <CredentialField
      kind={kind}
      label={t(`fields.${kind}`)}
      {...form.getInputProps(kind)}
      onGenerate={(value) => form.setValues({ [kind]: value } as Partial<V>)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {field("account")}
      {field("password")}
    </SimpleGrid>
  );
}

/** Addresses that need no password here; the user's own can be added with one click. */
export function WhitelistField<V extends Pick<EditValues, "whitelist">>(props: { form: Form<V> }) {
  const { t } = useTranslation("static-edit");
  const { form } = props;
  const value = form.getValues().whitelist;
  const set = (whitelist: string) => {
    form.setValues({ whitelist } as Partial<V>);
    form.clearFieldError("whitelist");
  };
  return (
    <Stack gap="xs">
      <AddressesField
        label={t("fields.whitelist")}
        description={t("edit.whitelistHelp", { count: maxWhitelisted })}
        value={value}
        error={form.errors.whitelist}
        onChange={set}
      />
      <MyAddress
        listed={({ ip }) => readIps(value).good.includes(ip)}
        onAdd={(ip) => set([value.trim(), ip].filter(Boolean).join("\n"))}
      />
    </Stack>
  );
}

export function RemarkField<V extends Pick<EditValues, "remark">>(props: { form: Form<V> }) {
  const { t } = useTranslation("static-edit");
  return (
    <TextInput
      label={t("fields.remark")}
      maxLength={remarkMaxLength}
      {...props.form.getInputProps("remark")}
    />
  );
}
