import { Alert, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconInfoCircle } from "@turnpike/ui/icons.ts";
import type { User } from "@turnpike/contract/session.ts";
import { isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { closeSession } from "../../lib/session.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { NewPasswordField } from "../password/NewPasswordField.tsx";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { HiddenUsername } from "./HiddenUsername.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";

/** Sets the first password of an account made by a linked login; ends all sessions, also this. */
export function PasswordFirst(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation(["setting", "parts"]);
  const { email } = props.user;
  const mailed = useMailedCode("forgot");
  const form = useForm({
    initialValues: { code: "", password: "", again: "" },
    validate: {
      code: (value) => (value ? null : t("code.enter")),
      password: (value) => (isSettingsPassword(value) ? null : t("parts:password.bad")),
      again: (value, { password }) => (value === password ? null : t("security.password.differs")),
    },
  });
  const set = useCommand("repwd", { handles: toFieldError(form) });
  const send = form.onSubmit(
    ({ code, password }) =>
      void set.send({ email, code, password }, () => {
        toast.notice(t("security.password.firstDone"));
        closeSession();
      }),
  );
  return (
    <FormModal title={t("security.password.first")} locked={set.busy} onClose={props.onClose}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <Alert color="amber" icon={<IconInfoCircle size={18} />}>
            {t("security.password.firstEnds")}
          </Alert>
          <HiddenUsername email={email} />
          <MailedCode mailed={mailed} to={email} email={email} {...form.getInputProps("code")} />
          <NewPasswordField {...form.getInputProps("password")} value={form.values.password} />
          <PasswordInput
            label={t("security.password.again")}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("parts:password.show") }}
            {...form.getInputProps("again")}
          />
          <DialogButtons
            submit={t("security.password.first")}
            busy={set.busy}
            onBack={props.onClose}
          />
        </Stack>
      </form>
    </FormModal>
  );
}
