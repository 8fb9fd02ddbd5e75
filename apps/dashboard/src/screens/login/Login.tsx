import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { openSession } from "../../lib/session.ts";
import { useAsk } from "../../lib/use-ask.ts";
import { useFields } from "../../lib/use-fields.ts";
import { Agreement } from "../../shell/Agreement.tsx";
import { Doorway } from "../../shell/Doorway.tsx";

/** Sign-in by e-mail and password (spec §2 /index/login). */
export function Login() {
  const { t } = useTranslation("login");
  return (
    <Doorway title={t("title")} description={t("description")}>
      <LoginForm />
      <Text fz="sm" ta="center" mt="lg">
        {t("noAccount")}{" "}
        <Anchor component={Link} to="/index/register" fw={550}>
          {t("register")}
        </Anchor>
      </Text>
    </Doorway>
  );
}

function LoginForm() {
  const { t } = useTranslation("login");
  const navigate = useNavigate();
  const fields = useFields(
    { email: "", password: "", agree: false },
    {
      email: (value) => (isEmail(value.trim()) ? null : t("badEmail")),
      password: (value) => (value ? null : t("enterPassword")),
      agree: (value) => (value ? null : t("mustAgree")),
    },
  );
  const signIn = useAsk("signin", (refused) => {
    if (refused.reason !== "wrongPassword") return fields.beside(refused);
    fields.fail("password", refused.msg);
    return true;
  });
  const submit = fields.submit(async (values) => {
    const signed = await signIn.send(values);
    if (!signed) return;
    openSession(signed.session, signed.user);
    await navigate("/cli/home");
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t("email")}
          type="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          {...fields.text("email")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          {...fields.text("password")}
        />
        <Checkbox label={<Agreement words={t("agree")} />} required {...fields.check("agree")} />
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
