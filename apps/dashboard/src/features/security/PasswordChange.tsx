import { PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { NewPasswordField } from "../password/NewPasswordField.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { HiddenUsername } from "./HiddenUsername.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { useDone } from "./use-done.ts";

/** Changes the password (spec/sign-in#credentials), which ends the other sessions. */
export function PasswordChange(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation(["setting", "parts"]);
  const done = useDone();
  const form = useForm({
    initialValues: { oldPassword: "", newPassword: "", again: "" },
    validate: {
      oldPassword: (value) => (value ? null : t("security.password.enterOld")),
      newPassword: (value, { oldPassword }) => {
        if (!isSettingsPassword(value)) return t("parts:password.bad");
        return value === oldPassword ? t("security.password.same") : null;
      },
      again: (value, { newPassword }) =>
        value === newPassword ? null : t("security.password.differs"),
    },
  });
  const change = useCommand("upPwd", { handles: toFieldError(form) });
  const send = form.onSubmit(
    ({ oldPassword, newPassword }) =>
      void change.send({ oldPassword, newPassword }, ({ ended }) => {
        done(t("security.password.done"), ended);
        props.onClose();
      }),
  );
  const visibility = { "aria-label": t("parts:password.show") };
  return (
    <FormModal title={t("security.password.change")} onClose={props.onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <HiddenUsername email={props.user.email} />
          <PasswordInput
            label={t("security.password.old")}
            autoComplete="current-password"
            visibilityToggleButtonProps={visibility}
            data-autofocus
            {...form.getInputProps("oldPassword")}
          />
          <NewPasswordField
            {...form.getInputProps("newPassword")}
            value={form.values.newPassword}
          />
          <PasswordInput
            label={t("security.password.again")}
            autoComplete="new-password"
            visibilityToggleButtonProps={visibility}
            {...form.getInputProps("again")}
          />
          <DialogButtons
            submit={t("security.password.change")}
            busy={change.busy}
            onBack={props.onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
