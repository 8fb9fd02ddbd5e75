import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SubAccount } from "@turnpike/contract/sub-account.ts";
import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { CredentialField } from "../credentials/CredentialField.tsx";
import { randomPassword } from "../credentials/random-credential.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";

/** Sets a sub-account's password. */
export function PasswordForm(props: { row: SubAccount; onClose: () => void }) {
  const { t } = useTranslation(["traffic-use", "parts"]);
  const { row } = props;
  const form = useForm({
    initialValues: { password: randomPassword() },
    validate: {
      password: (value) => (isProxyCredential(value) ? null : t("parts:credential.rule")),
    },
  });
  const change = useCommand("upSubUserPasswd", {
    invalidates: ["subUsers", "availableSubUsers"],
    handles: toFieldError(form),
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
