import { Anchor, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { useDone } from "./use-done.ts";

type Means = "app" | "recovery" | "mail";

/** Unbinds MFA by a code of the app, a recovery code, or, where both are lost, a mailed code. */
export function MfaUnbind(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const [means, setMeans] = useState<Means>("app");
  return (
    <FormModal title={t("security.mfa.turnOffTitle")} onClose={props.onClose}>
      <Stack gap="md">
        <Text c="dimmed">{t("security.mfa.turnOffHelp")}</Text>
        <UnbindForm key={means} means={means} {...props} onOther={setMeans} />
      </Stack>
    </FormModal>
  );
}

const all: readonly Means[] = ["app", "recovery", "mail"];

function UnbindForm(props: {
  means: Means;
  user: User;
  onOther: (means: Means) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("setting");
  const { means } = props;
  const mailed = useMailedCode("unbindMfa");
  const { form, send, busy } = useUnbind(means, props.onClose);
  const input = form.getInputProps("code");
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {means === "mail" ? (
          <MailedCode
            mailed={mailed}
            to={props.user.email}
            secureEmail={props.user.secureEmail}
            {...input}
          />
        ) : (
          <CodeField
            label={t(means === "app" ? "security.mfa.code" : "security.mfa.recoveryCode")}
            digits={means === "app" ? 6 : undefined}
            autoFocus
            data-autofocus
            {...input}
          />
        )}
        <OtherMeans means={means} onOther={props.onOther} />
        <DialogButtons
          danger
          submit={t("security.mfa.turnOff")}
          busy={busy}
          onBack={props.onClose}
        />
      </Stack>
    </form>
  );
}

/** The form, and the call that turns MFA off. */
function useUnbind(means: Means, onClose: () => void) {
  const { t } = useTranslation("setting");
  const done = useDone();
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value ? null : t("code.enter")) },
  });
  const unbind = useCommand("unbindMFa", {
    handles: ({ code, field, msg }) => {
      const atField = code === 461 || field === "code" || field === "mailCode";
      if (atField) form.setFieldError("code", msg);
      return atField;
    },
  });
  const send = form.onSubmit(
    ({ code }) =>
      void unbind.send(means === "mail" ? { mailCode: code } : { code }, ({ ended }) => {
        done(t("security.mfa.unbound"), ended);
        onClose();
      }),
  );
  return { form, send, busy: unbind.busy };
}

function OtherMeans({ means, onOther }: { means: Means; onOther: (means: Means) => void }) {
  const { t } = useTranslation("setting");
  return (
    <Stack gap={4} align="flex-start">
      {all
        .filter((other) => other !== means)
        .map((other) => (
          <Anchor
            key={other}
            component="button"
            type="button"
            fz="sm"
            ta="left"
            onClick={() => onOther(other)}
          >
            {t(`security.mfa.by.${other}`)}
          </Anchor>
        ))}
    </Stack>
  );
}
