import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { useState } from "react";
import { AuthLayout } from "./AuthLayout.tsx";
import { LazyMfaStep } from "./LazyMfaStep.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { type Recovery, useRecovery } from "./use-recovery.ts";
import { useFields } from "./use-fields.ts";

/**
 * Sets a new password by a mailed code (spec/dashboard#public-routes): address, code, password, and
 * the MFA code if the account has MFA. Also sets the first password of an account without one.
 */
export function Forgot() {
  const { t } = useTranslation("forgot");
  const recovery = useRecovery();
  const { step, email } = recovery;
  return (
    <AuthLayout
      title={t(`${step}.title`)}
      description={t(`${step}.description`, { email, interpolation: { escapeValue: false } })}
    >
      <Step recovery={recovery} />
      {step !== "mfa" && step !== "done" && (
        <Text fz="sm" ta="center" mt="lg">
          <Anchor component={Link} to="/index/login" state={{ email }} fw={550}>
            {t("back")}
          </Anchor>
        </Text>
      )}
    </AuthLayout>
  );
}

function Step({ recovery }: { recovery: Recovery }) {
  switch (recovery.step) {
    case "address":
      return <AddressStep recovery={recovery} />;
    case "code":
      return <CodeStep recovery={recovery} />;
    case "password":
      return <PasswordStep recovery={recovery} />;
    case "mfa":
      return <LazyMfaStep send={recovery.setPassword} onBack={() => recovery.goTo("password")} />;
    case "done":
      return <Done email={recovery.email} />;
  }
}

/** Links have no `autoFocus`. */
const focus = (link: HTMLAnchorElement | null) => link?.focus();

function Done({ email }: { email: string }) {
  const { t } = useTranslation("forgot");
  return (
    <>
      <Text mb="lg">{t("done.text")}</Text>
      <Button component={Link} ref={focus} to="/index/login" state={{ email }} size="md" fullWidth>
        {t("done.submit")}
      </Button>
    </>
  );
}

/** The address that gets the code: the e-mail or the secure e-mail. */
function AddressStep({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation(["forgot", "login"]);
  const { resend, fault } = recovery;
  const [isPending, setPending] = useState(false);
  const [rateLimited, setRateLimited] = useState("");
  const fields = useFields(
    { email: recovery.email },
    { email: (value) => (isEmail(value.trim()) ? null : t("badEmail")) },
  );
  const submit = fields.submit(async ({ email }) => {
    setPending(true);
    const { refused } = await recovery.sendCode(email.trim());
    setPending(false);
    if (!refused) return;
    if (refused.code === 429) setRateLimited(refused.msg);
    fields.fail("email", refused.msg);
  });
  const field = fields.text("email");
  // Errors of another address are shown even while the previous one has to wait.
  const waits = resend.left > 0 && Boolean(field.error) && field.error === rateLimited;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          {...field}
          error={waits ? t("login:waitFor", { time: resend.text }) : field.error}
        />
        <Button type="submit" size="md" loading={isPending} disabled={waits} fullWidth>
          {t("address.submit")}
        </Button>
      </Stack>
    </form>
  );
}
