import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { besideField } from "../../ui/form.ts";
import { CredentialField } from "./CredentialField.tsx";
import { FormButtons } from "./FormButtons.tsx";
import { randomPassword } from "./random-credential.ts";

/** Sets a sub-account's password. */
export function PasswordForm(props: { row: SubAccount; onClose: () => void }) {
  const { t } = useTranslation("traffic-use");
  const { row } = props;
  const form = useForm({
    initialValues: { password: randomPassword() },
    validate: {
      password: (value) => (isProxyCredential(value) ? null : t("create.credentialRule")),
    },
  });
  const change = useCommand("upSubUserPasswd", {
    invalidates: ["subUsers", "availableSubUsers"],
    handles: besideField(form),
  });
  const send = form.onSubmit(({ password }) =>
    change.mutate(
      { id: row.id, password },
      {
        onSuccess: () => {
          toast.success(t("password.done", { account: row.account }));
          props.onClose();
        },
      },
    ),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <CredentialField
          kind="password"
          label={t("password.new")}
          generate={randomPassword}
          generateLabel={t("create.generatePassword")}
          {...form.getInputProps("password")}
          onGenerate={(value) => form.setFieldValue("password", value)}
        />
        <Text fz="sm" c="dimmed">
          {t("password.help")}
        </Text>
        <FormButtons
          submit={t("password.submit")}
          busy={change.isPending}
          onClose={props.onClose}
        />
      </Stack>
    </form>
  );
}
