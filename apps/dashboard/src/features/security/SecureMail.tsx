import { Anchor, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogButtons } from "@turnpike/ui/DialogButtons.tsx";
import { MailedCode } from "./MailedCode.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import { useDone } from "./use-done.ts";

/** Adds or replaces the secure e-mail: the new address first, then the code that went to it. */
export function SecureMail(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const { secureEmail } = props.user;
  const mailed = useMailedCode("secureMail");
  const [email, setEmail] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const title = t(
    secureEmail ? "security.secureMail.replaceTitle" : "security.secureMail.addTitle",
  );
  const [sentTo, setSentTo] = useState("");
  const mail = async (address: string) => {
    setEmail(address);
    // The code sent a moment ago is still valid.
    if (address === sentTo && mailed.secondsLeft > 0) return setAsksCode(true);
    if (!(await mailed.send({ email: address }))) return;
    setSentTo(address);
    setAsksCode(true);
  };
  return (
    <FormModal title={title} onClose={props.onClose}>
      {asksCode ? (
        <CodeStep
          mailed={mailed}
          email={email}
          onClose={props.onClose}
          onBack={() => setAsksCode(false)}
        />
      ) : (
        <AddressStep
          mailed={mailed}
          user={props.user}
          email={email}
          onSend={mail}
          onClose={props.onClose}
        />
      )}
    </FormModal>
  );
}

type Mailed = ReturnType<typeof useMailedCode>;

function AddressStep(props: {
  mailed: Mailed;
  user: User;
  email: string;
  onSend: (email: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation("setting");
  const { mailed, user } = props;
  const form = useForm({
    initialValues: { email: props.email },
    transformValues: ({ email }) => ({ email: email.trim().toLowerCase() }),
    validate: {
      email: (value) => {
        if (!isEmail(value.trim())) return t("security.secureMail.badEmail");
        const same = value.trim().toLowerCase() === user.email;
        return same ? t("security.secureMail.sameEmail") : null;
      },
    },
  });
  const input = form.getInputProps("email");
  return (
    <form onSubmit={form.onSubmit(({ email }) => void props.onSend(email))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t("security.secureMail.explain")}</Text>
        {user.secureEmail && (
          <Text>{t("security.secureMail.now", { email: user.secureEmail })}</Text>
        )}
        <TextInput
          label={t("security.secureMail.new")}
          type="email"
          autoComplete="email"
          data-autofocus
          {...input}
          error={input.error ?? mailed.fault}
        />
        <DialogButtons submit={t("code.send")} busy={mailed.busy} onBack={props.onClose} />
      </Stack>
    </form>
  );
}

function CodeStep(props: {
  mailed: Mailed;
  email: string;
  onBack: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("setting");
  const { email } = props;
  const done = useDone();
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value ? null : t("code.enter")) },
  });
  const set = useCommand("secureMail", { handles: toFieldError(form) });
  const send = form.onSubmit(
    ({ code }) =>
      void set.send({ email, code }, ({ secureEmail }) => {
        done(t("security.secureMail.done", { email: secureEmail }));
        props.onClose();
      }),
  );
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <MailedCode
          mailed={props.mailed}
          to={email}
          email={email}
          {...form.getInputProps("code")}
        />
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={props.onBack}>
          {t("security.secureMail.other")}
        </Anchor>
        <DialogButtons
          submit={t("security.secureMail.confirm")}
          busy={set.busy}
          onBack={props.onClose}
        />
      </Stack>
    </form>
  );
}
