import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { isEmail } from "@turnpike/rules/credentials.ts";
import { Trans, useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useCommand } from "../../lib/queries.ts";
import { openSession } from "../../lib/session.ts";
import { Doorway } from "../../shell/Doorway.tsx";
import { besideField } from "../../ui/form.ts";

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
  const form = useForm({
    initialValues: { email: "", password: "", agree: false },
    validate: {
      email: (value) => (isEmail(value.trim()) ? null : t("badEmail")),
      password: (value) => (value ? null : t("enterPassword")),
      agree: (value) => (value ? null : t("mustAgree")),
    },
  });
  const beside = besideField(form);
  const signIn = useCommand("signin", {
    handles: (refused) => {
      if (refused.reason !== "wrongPassword") return beside(refused);
      form.setFieldError("password", refused.msg);
      return true;
    },
  });
  const submit = form.onSubmit((values) =>
    signIn.mutate(values, {
      onSuccess: ({ session, user }) => {
        openSession(session, user);
        void navigate("/cli/home");
      },
    }),
  );
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
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label={t("password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          {...form.getInputProps("password")}
        />
        <Checkbox
          label={<Agreement />}
          required
          {...form.getInputProps("agree", { type: "checkbox" })}
        />
        <Button type="submit" size="md" loading={signIn.isPending} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

function Agreement() {
  const { t } = useTranslation("login");
  return (
    <Trans
      t={t}
      i18nKey="agree"
      components={{
        terms: <Anchor component={Link} to="/terms" target="_blank" underline="always" />,
        policy: <Anchor component={Link} to="/policy" target="_blank" underline="always" />,
      }}
    />
  );
}
