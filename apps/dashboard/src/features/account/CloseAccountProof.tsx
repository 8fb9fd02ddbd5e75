import { PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { closeSession } from "../../lib/session.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { HiddenUsername } from "../security/HiddenUsername.tsx";
import { MailedCode } from "../security/MailedCode.tsx";

/** Asks for the password, a mailed code and the account's e-mail; all three are required. */
export function CloseAccountProof(props: {
  user: User;
  /** Whether the call is in progress: the dialog then cannot be closed. */
  onSending: (sending: boolean) => void;
  onBack: () => void;
}) {
  const { t } = useTranslation(["setting", "parts"]);
  const { email } = props.user;
  const mailed = useMailedCode("cancel");
  const { form, send, busy } = useCloseAccount(email, props.onSending);
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <HiddenUsername email={email} />
        <PasswordInput
          label={t("close.password")}
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={{ "aria-label": t("parts:password.show") }}
          {...form.getInputProps("password")}
        />
        <MailedCode
          mailed={mailed}
          to={email}
          secureEmail={props.user.secureEmail}
          {...form.getInputProps("code")}
        />
        <TextInput
          label={t("close.typeEmail", { email })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps("typed")}
        />
        <Text c="dimmed" fz="sm">
          {t("close.lastWord")}
        </Text>
        <DialogButtons
          danger
          submit={t("close.submit")}
          busy={busy}
          back={t("back")}
          onBack={props.onBack}
        />
      </Stack>
    </form>
  );
}

/** The form, and the call that closes the account and ends the session. */
function useCloseAccount(email: string, onSending: (sending: boolean) => void) {
  const { t } = useTranslation("setting");
  const form = useForm({
    initialValues: { password: "", code: "", typed: "" },
    validate: {
      password: (value) => (value ? null : t("close.enterPassword")),
      code: (value) => (value ? null : t("code.enter")),
      typed: (value) =>
        value.trim().toLowerCase() === email ? null : t("close.typeEmail", { email }),
    },
  });
  const close = useCommand("cancel", { handles: toFieldError(form) });
  const send = form.onSubmit(({ password, code }) => {
    onSending(true);
    void close
      .send({ password, code, confirm: true }, () => {
        toast.notice(t("close.done"));
        closeSession();
      })
      .then(() => onSending(false));
  });
  return { form, send, busy: close.busy };
}
