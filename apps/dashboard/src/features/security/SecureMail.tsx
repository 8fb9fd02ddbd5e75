import { Anchor, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@turnpike/contract/session.ts";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { MailedCode } from "./MailedCode.tsx";

/** Adds or replaces the secure e-mail: the new address first, then the code that went to it. */
export function SecureMail(props: { user: User; onClose: () => void }) {
  const mailed = useMailedCode("secureMail");
  const [email, setEmail] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const mail = async (address: string) => {
    setEmail(address);
    // The code sent a moment ago is still valid.
    if (address === sentTo && mailed.secondsLeft > 0) return setAsksCode(true);
    if (!(await mailed.send({ email: address }))) return;
    setSentTo(address);
    setAsksCode(true);
  };
  return asksCode ? (
    <CodeStep
      mailed={mailed}
      email={email}
      onClose={props.onClose}
      onBack={() => setAsksCode(false)}
    />
  ) : (
    <AddressStep mailed={mailed} user={props.user} email={email} onSend={mail} />
  );
}

type Mailed = ReturnType<typeof useMailedCode>;

function AddressStep(props: {
  mailed: Mailed;
  user: User;
  email: string;
  onSend: (email: string) => Promise<void>;
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
    <DialogForm
      submit={t("code.send")}
      busy={mailed.busy}
      onSubmit={form.onSubmit(({ email }) => void props.onSend(email))}
    >
      <Text c="dimmed">{t("security.secureMail.explain")}</Text>
      {user.secureEmail && <Text>{t("security.secureMail.now", { email: user.secureEmail })}</Text>}
      <TextInput
        label={t("security.secureMail.new")}
        type="email"
        autoComplete="email"
        data-autofocus
        {...input}
        error={input.error ?? mailed.fault}
      />
    </DialogForm>
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
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (value) => (value ? null : t("code.enter")) },
  });
  const set = useCommand("secureMail", { handles: toFieldError(form) });
  const send = form.onSubmit(
    ({ code }) =>
      void set.send({ email, code }, ({ secureEmail }) => {
        toast.success(t("security.secureMail.done", { email: secureEmail }));
        props.onClose();
      }),
  );
  return (
    <DialogForm submit={t("security.secureMail.confirm")} busy={set.busy} onSubmit={send}>
      <MailedCode mailed={props.mailed} to={email} email={email} {...form.getInputProps("code")} />
      <Anchor component="button" type="button" fz="sm" ta="left" onClick={props.onBack}>
        {t("security.secureMail.other")}
      </Anchor>
    </DialogForm>
  );
}
