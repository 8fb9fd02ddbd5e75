import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { CallRefused } from "../../lib/call.ts";
import { cacheMe } from "../../lib/me.ts";
import { ownPath } from "../../lib/own-path.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { Card } from "./Card.tsx";

function useSignIn() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [mfaCode, setMfaCode] = useState("");
  const [step, setStep] = useState<"password" | "code">("password");
  const [fault, setFault] = useState("");
  const send = useCallMutation("signIn");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    const code = step === "code" ? { mfaCode } : {};
    send.mutate(
      { email: email.trim(), password, ...code },
      {
        onSuccess: ({ me }) => {
          cacheMe(me);
          void navigate(ownPath(params.get("next")), { replace: true });
        },
        onError: (error) => {
          if (error instanceof CallRefused && error.reason === "mfaNeeded") return setStep("code");
          setMfaCode("");
          setFault(error.message);
        },
      },
    );
  };
  const back = () => {
    setStep("password");
    setFault("");
  };
  const credentials = { email, setEmail, password, setPassword };
  return { credentials, mfaCode, setMfaCode, step, fault, submit, back, busy: send.isPending };
}

/** Signs in with e-mail and password, then with a second-factor code if one is set up. */
export function SignIn() {
  const t = useT();
  const form = useSignIn();
  const coded = form.step === "code";
  return (
    <Card
      title={t("signIn.title")}
      text={coded ? t("signIn.codeHelp") : t("signIn.text")}
      fault={form.fault}
    >
      <form onSubmit={form.submit}>
        <Stack gap="sm">
          {coded ? (
            <CodeField
              autoFocus
              digits={undefined}
              label={t("signIn.code")}
              value={form.mfaCode}
              onChange={form.setMfaCode}
            />
          ) : (
            <Credentials {...form.credentials} />
          )}
          <Button type="submit" mt="xs" loading={form.busy}>
            {t("signIn.submit")}
          </Button>
          {coded && (
            <Button variant="subtle" color="gray" onClick={form.back}>
              {t("back")}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Credentials(props: {
  email: string;
  setEmail: (text: string) => void;
  password: string;
  setPassword: (text: string) => void;
}) {
  const t = useT();
  return (
    <>
      <TextInput
        type="email"
        label={t("fields.email")}
        autoComplete="username"
        required
        withAsterisk={false}
        value={props.email}
        onChange={(event) => props.setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t("fields.password")}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": t("signIn.show") }}
        value={props.password}
        onChange={(event) => props.setPassword(event.currentTarget.value)}
      />
    </>
  );
}
