import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { inviteCodeOf } from "./invite-code.ts";
import { Agreement } from "./Agreement.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { ProviderSlot } from "./ProviderSlot.tsx";
import { LazyMfaStep } from "./LazyMfaStep.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { type SignIn, useSignIn } from "./use-sign-in.ts";

/** Rarely needed, so its code is loaded on demand. */
const LazyMailedCode = lazyComponent(async () => (await import("./MailedCodeStep.tsx")).MailedCode);

/** Sign-in by e-mail and password, or by Google (spec/dashboard#public-routes). */
export function Login() {
  const { t } = useTranslation("login");
  const signIn = useSignIn();
  if (signIn.needsCode) {
    return (
      <AuthLayout title={t("mfa.title")} description={t("mfa.description")}>
        <LazyMfaStep send={signIn.sendCode} onBack={signIn.back} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={t("title")} description={t("description")}>
      <LoginForm {...signIn} />
      <Text fz="sm" ta="center" mt="lg">
        {t("noAccount")}{" "}
        <Anchor component={Link} to="/index/register" fw={550}>
          {t("register")}
        </Anchor>
      </Text>
      <ProviderSlot
        mayGo={() => signIn.fields.validate("agree")}
        inviteCode={inviteCodeOf(null) || undefined}
      />
    </AuthLayout>
  );
}

function LoginForm({ fields, isPending, wait, submit, mailed }: SignIn) {
  const { t } = useTranslation("login");
  const password = fields.text("password");
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus={!fields.values.email}
          required
          withAsterisk={false}
          {...fields.text("email")}
        />
        <div>
          <PasswordInput
            label={t("password")}
            autoComplete="current-password"
            autoFocus={Boolean(fields.values.email)}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            {...password}
            error={wait.left > 0 ? t("waitFor", { time: wait.text }) : password.error}
          />
          <Anchor
            component={Link}
            to="/index/forgot"
            state={{ email: fields.values.email }}
            fz="sm"
            mt={6}
            display="inline-block"
          >
            {t("forgot")}
          </Anchor>
        </div>
        {mailed && (
          <Suspense fallback={null}>
            <LazyMailedCode {...mailed} />
          </Suspense>
        )}
        <Checkbox label={<Agreement words={t("agree")} />} required {...fields.check("agree")} />
        <Button type="submit" size="md" loading={isPending} disabled={wait.left > 0} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
