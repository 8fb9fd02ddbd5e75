import { Anchor, Button, Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { isEmail, isRegistrationPassword } from "@turnpike/rules/credentials.ts";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { openSession } from "../../lib/session.ts";
import { useAsk } from "../../lib/use-ask.ts";
import { useFields } from "../../lib/use-fields.ts";
import { Agreement } from "../../shell/Agreement.tsx";
import { Doorway } from "../../shell/Doorway.tsx";
import { PasswordRule } from "./PasswordRule.tsx";

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

function useRegisterFields() {
  const { t } = useTranslation("register");
  const [params] = useSearchParams();
  return useFields(
    {
      email: "",
      password: "",
      inviteCode: (params.get("code") ?? "").slice(0, 15),
      agree: false,
    },
    {
      email: (value) => (isEmail(value.trim()) ? null : t("badEmail")),
      password: (value) => {
        if (!value) return t("enterPassword");
        return isRegistrationPassword(value) ? null : t("badPassword");
      },
      agree: (value) => (value ? null : t("mustAgree")),
    },
  );
}

function RegisterForm() {
  const { t } = useTranslation("register");
  const navigate = useNavigate();
  const fields = useRegisterFields();
  const signUp = useAsk("signup", (refused) => {
    if (refused.reason !== "emailTaken") return fields.beside(refused);
    fields.fail("email", refused.msg);
    return true;
  });
  const submit = fields.submit(async (values) => {
    const inviteCode = values.inviteCode.trim() || undefined;
    const signed = await signUp.send({ ...values, inviteCode });
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
          autoComplete="new-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": t("showPassword") }}
          description={<PasswordRule password={fields.values.password} />}
          descriptionProps={{ component: "div" }}
          inputWrapperOrder={["label", "input", "error", "description"]}
          {...fields.text("password")}
        />
        <TextInput label={t("inviteCode")} maxLength={15} {...fields.text("inviteCode")} />
        <Checkbox label={<Agreement words={t("agree")} />} required {...fields.check("agree")} />
        <Button type="submit" size="md" loading={signUp.isPending} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}
