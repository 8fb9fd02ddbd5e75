import {
  Anchor,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconCheck, IconPoint } from "@tabler/icons-react";
import { isEmail, isRegistrationPassword } from "@turnpike/rules/credentials.ts";
import { Trans, useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { useCommand } from "../../lib/queries.ts";
import { openSession } from "../../lib/session.ts";
import { Doorway } from "../../shell/Doorway.tsx";
import { besideField } from "../../ui/form.ts";

/** Registration (spec §2 /index/register); a share link brings its invitation code along. */
export function Register() {
  const { t } = useTranslation("register");
  return (
    <Doorway title={t("title")} description={t("description")}>
      <RegisterForm />
      <Text fz="sm" ta="center" mt="lg">
        {t("haveAccount")}{" "}
        <Anchor component={Link} to="/index/login" fw={550}>
          {t("login")}
        </Anchor>
      </Text>
    </Doorway>
  );
}

function useRegisterForm() {
  const { t } = useTranslation("register");
  const [params] = useSearchParams();
  return useForm({
    initialValues: {
      email: "",
      password: "",
      inviteCode: (params.get("code") ?? "").slice(0, 15),
      agree: false,
    },
    validate: {
      email: (value) => (isEmail(value.trim()) ? null : t("badEmail")),
      password: (value) => {
        if (!value) return t("enterPassword");
        return isRegistrationPassword(value) ? null : t("badPassword");
      },
      agree: (value) => (value ? null : t("mustAgree")),
    },
    validateInputOnBlur: ["email"],
  });
}

function RegisterForm() {
  const { t } = useTranslation("register");
  const navigate = useNavigate();
  const form = useRegisterForm();
  const beside = besideField(form);
  const signUp = useCommand("signup", {
    handles: (refused) => {
      if (refused.reason !== "emailTaken") return beside(refused);
      form.setFieldError("email", refused.msg);
      return true;
    },
  });
  const submit = form.onSubmit((values) =>
    signUp.mutate(
      { ...values, inviteCode: values.inviteCode.trim() || undefined },
      {
        onSuccess: ({ session, user }) => {
          openSession(session, user);
          void navigate("/cli/home");
        },
      },
    ),
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
        <Stack gap={8}>
          <PasswordInput
            label={t("password")}
            autoComplete="new-password"
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
            {...form.getInputProps("password")}
          />
          <PasswordRule password={form.getValues().password} />
        </Stack>
        <TextInput label={t("inviteCode")} maxLength={15} {...form.getInputProps("inviteCode")} />
        <Checkbox
          label={<Agreement />}
          required
          {...form.getInputProps("agree", { type: "checkbox" })}
        />
        <Button type="submit" size="md" loading={signUp.isPending} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

/** The rule of spec §5, ticked off as one types. */
function PasswordRule(props: { password: string }) {
  const { t } = useTranslation("register");
  const { password } = props;
  const parts = [
    [t("rule.letter"), /^[a-zA-Z]/.test(password)],
    [t("rule.length"), password.length >= 8 && password.length <= 20],
  ] as const;
  return (
    <Group gap="md" aria-live="polite">
      {parts.map(([words, holds]) => {
        const Icon = holds ? IconCheck : IconPoint;
        return (
          <Group key={words} gap={4} wrap="nowrap" c={holds ? "var(--pike-accent)" : "dimmed"}>
            <Icon size={15} aria-hidden />
            <Text span fz="xs" fw={holds ? 600 : 400}>
              {words}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}

function Agreement() {
  const { t } = useTranslation("register");
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
