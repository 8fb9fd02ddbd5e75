import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useBusy, useCommand } from "../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { FormButtons } from "@turnpike/ui/FormButtons.tsx";
import { StepDialog } from "@turnpike/ui/StepDialog.tsx";
import { CredentialField } from "../credentials/CredentialField.tsx";
import { useCredentialValidators } from "../credentials/use-credential-validators.ts";
import { randomPassword } from "../credentials/random-credential.ts";

interface Props {
  /** The number of open IPs, all of which change to the new password at once. */
  open: number;
  onClose: () => void;
}

/** Changes the password of all opened IPs. */
export function PasswordDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation("pool");
  const busy = useBusy("ipPassInfo");
  return (
    <StepDialog
      opened={opened}
      title={t("pair.changeTitle")}
      size="md"
      busy={busy}
      onClose={props.onClose}
    >
      <Form {...props} />
    </StepDialog>
  );
}

function Form({ open, onClose }: Props) {
  const { t } = useTranslation("pool");
  const form = useForm({
    initialValues: { password: randomPassword() },
    validate: { password: useCredentialValidators().password },
    validateInputOnBlur: true,
  });
  const change = useCommand("ipPassInfo", {
    handles: toFieldError(form),
  });
  const send = form.onSubmit(
    ({ password }) =>
      void change.send({ password }, () => {
        toast.success(t("pair.changed"));
        onClose();
      }),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Text c="dimmed" fz="sm">
          {t("pair.changeHelp")}{" "}
          {open > 0 && t("pair.openNow", { count: open, number: formatNumber(open) })}
        </Text>
        <CredentialField
          kind="password"
          label={t("pair.newPassword")}
          {...form.getInputProps("password")}
          onGenerate={(created) => form.setFieldValue("password", created)}
        />
        <FormButtons submit={t("pair.save")} busy={change.busy} onClose={onClose} />
      </Stack>
    </form>
  );
}
