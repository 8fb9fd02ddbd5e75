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
import { isEmail, isRegistrationPassword } from "@turnpike/rules/credentials.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useSearchParams } from "react-router";
import { takeNext } from "../../lib/next-path.ts";
import { openSession } from "../../lib/session.ts";
import { useCommand } from "../../lib/use-command.ts";
import { forgetInviteCode, inviteCodeOf } from "./invite-code.ts";
import { useFields } from "./use-fields.ts";
import { Agreement } from "./Agreement.tsx";
import { AuthLayout } from "./AuthLayout.tsx";
import { ProviderSlot } from "./ProviderSlot.tsx";
import { PasswordRule } from "./PasswordRule.tsx";

/** Registration (spec/dashboard#public-routes), with the invitation code of a share link. */
export function Register() {
  const { t } = useTranslation("register");
  const fields = useRegisterFields();
  return (
    <AuthLayout title={t("title")} description={t("description")}>
      <RegisterForm fields={fields} />
      <Text fz="sm" ta="center" mt="lg">
        {t("haveAccount")}{" "}
        <Anchor component={Link} to="/index/login" fw={550}>
          {t("login")}
        </Anchor>
      </Text>
      <ProviderSlot
        mayGo={() => fields.validate("agree")}
        inviteCode={fields.values.inviteCode.trim() || undefined}
      />
    </AuthLayout>
  );
}

function useRegisterFields() {
  const { t } = useTranslation("register");
  const [params] = useSearchParams();
  const [inviteCode] = useState(() => inviteCodeOf(params.get("code")));
  return useFields(
    { email: "", password: "", inviteCode, agree: false },
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
type Fields = ReturnType<typeof useRegisterFields>;

/** Sends the form; `taken` is the address that turned out to have an account. */
function useSignUp(fields: Fields) {
  const navigate = useNavigate();
  const [taken, setTaken] = useState("");
  const signUp = useCommand("signup", {
    handles: (refused) => {
      if (refused.reason !== "emailTaken") return fields.showRefusal(refused);
      setTaken(fields.values.email);
      fields.fail("email", refused.msg);
      return true;
    },
  });
  const submit = fields.submit(async (values) => {
    setTaken("");
    const inviteCode = values.inviteCode.trim() || undefined;
    const signed = await signUp.send({ ...values, inviteCode });
    if (!signed) return;
    forgetInviteCode();
    openSession(signed.session, signed.user);
    await navigate(takeNext());
  });
  return { submit, taken, isPending: signUp.busy };
}

function RegisterForm({ fields }: { fields: Fields }) {
  const { t } = useTranslation("register");
  const { submit, taken, isPending } = useSignUp(fields);
  const email = fields.text("email");
  const inviteCode = fields.text("inviteCode");
  const [invitedBy] = useState(inviteCode.value);
  const isInvited = invitedBy !== "" && inviteCode.value === invitedBy;
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
          {...email}
          error={
            email.error && taken && taken === email.value ? (
              <EmailTaken words={email.error} email={taken} />
            ) : (
              email.error
            )
          }
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
        <TextInput
          label={t("inviteCode")}
          description={isInvited ? t("invited") : undefined}
          // Leaves room for text pasted along with a code.
          maxLength={40}
          inputWrapperOrder={["label", "input", "error", "description"]}
          {...inviteCode}
        />
        <Checkbox label={<Agreement words={t("agree")} />} required {...fields.check("agree")} />
        <Button type="submit" size="md" loading={isPending} fullWidth>
          {t("submit")}
        </Button>
      </Stack>
    </form>
  );
}

/** Shown at an address that already has an account, with links to sign-in and password reset. */
function EmailTaken(props: { words: string; email: string }) {
  const { t } = useTranslation("register");
  const state = { email: props.email };
  return (
    <>
      {props.words}
      <Group component="span" gap="md" mt={4}>
        <Anchor component={Link} to="/index/login" state={state} fz="sm" fw={550}>
          {t("login")}
        </Anchor>
        <Anchor component={Link} to="/index/forgot" state={state} fz="sm" fw={550}>
          {t("forgot")}
        </Anchor>
      </Group>
    </>
  );
}
