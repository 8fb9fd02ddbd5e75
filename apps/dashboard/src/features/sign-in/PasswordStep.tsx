import { Button, Stack } from "@mantine/core";
import { isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCountdown } from "../../lib/use-countdown.ts";
import { NewPasswordField } from "../password/NewPasswordField.tsx";
import type { Recovery } from "./use-recovery.ts";

/** The new password under the settings' rule (spec/sign-in#credentials). */
export function PasswordStep({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation(["forgot", "parts", "login"]);
  const { password } = recovery;
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const wait = useCountdown();
  const input = useRef<HTMLInputElement>(null);
  const fail = (why: string) => {
    setFault(why);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) return fail(t("login:enterPassword"));
    if (!isSettingsPassword(password)) return fail(t("parts:password.bad"));
    setPending(true);
    const refused = await recovery.setPassword();
    setPending(false);
    // If another step is shown now, this field no longer exists.
    if (!refused) return input.current?.focus();
    if (refused.code === 429) wait.start(refused.retryAfterSeconds);
    fail(refused.msg);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {/* Tells password managers which account the password belongs to. */}
        <input
          type="text"
          name="email"
          autoComplete="username"
          value={recovery.email}
          readOnly
          hidden
        />
        <NewPasswordField
          ref={input}
          autoFocus
          name="password"
          value={password}
          onChange={(event) => {
            setFault(null);
            recovery.typePassword(event.currentTarget.value);
          }}
          error={
            wait.left > 0 ? t("login:waitFor", { time: wait.text }) : (fault ?? recovery.fault)
          }
        />
        <Button type="submit" size="md" loading={isPending} disabled={wait.left > 0} fullWidth>
          {t("password.submit")}
        </Button>
      </Stack>
    </form>
  );
}
