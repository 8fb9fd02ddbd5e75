import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { isEmail, isSettingsPassword } from "@turnpike/rules/credentials.ts";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { type FormEvent, useState } from "react";
import { Link, useNavigate } from "react-router";
import { cacheMe } from "../../lib/me.ts";
import { useCall, useCallMutation } from "../../lib/queries.ts";
import { useT, word } from "../../lib/words.ts";
import { Card } from "./Card.tsx";

/** Returns the secret from the URL and removes it there, so nobody can read it off the screen. */
function takeLink(): string {
  const link = /^#link=(.+)$/.exec(location.hash)?.[1] ?? "";
  if (link) history.replaceState(history.state, "", location.pathname);
  return decodeURIComponent(link);
}

/** Page of a one-time link: shows whom it is for and sets the password. */
export function Welcome() {
  const t = useT();
  const [link] = useState(takeLink);
  const info = useCall("linkInfo", { link }, { enabled: link !== "" });
  if (info.data) return <SetPassword link={link} {...info.data} />;
  if (link !== "" && !info.error) {
    return (
      <Card title={t("welcome.title")}>
        <LineSkeletons lines={3} />
      </Card>
    );
  }
  return (
    <Card
      title={t("welcome.invalid")}
      text={t("welcome.invalidHelp")}
      fault={info.error?.message ?? ""}
    >
      <Button component={Link} to="/sign-in" variant="default">
        {t("signIn.title")}
      </Button>
    </Card>
  );
}

interface LinkInfo {
  email: string;
  /** The first owner enters their e-mail here. */
  needsEmail: boolean;
  role: string;
}

function useSetPassword({ link, needsEmail }: LinkInfo & { link: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState("");
  const [wrong, setWrong] = useState<{ email?: string; password?: string }>({});
  const send = useCallMutation("setPassword");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFault("");
    const own = email.trim();
    const found = {
      ...(needsEmail && !isEmail(own) ? { email: t("welcome.badEmail") } : {}),
      ...(isSettingsPassword(password) ? {} : { password: t("welcome.rule") }),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    send.mutate(
      { link, password, ...(needsEmail ? { email: own } : {}) },
      {
        onSuccess: ({ me }) => {
          cacheMe(me);
          // The first owner has an installation to set up.
          void navigate(needsEmail ? "/set-up" : "/", { replace: true });
        },
        onError: (error) => setFault(error.message),
      },
    );
  };
  return { email, setEmail, password, setPassword, fault, wrong, submit, busy: send.isPending };
}

function SetPassword(props: LinkInfo & { link: string }) {
  const t = useT();
  const form = useSetPassword(props);
  const role = word("roles", props.role);
  return (
    <Card
      title={t("welcome.title")}
      text={props.needsEmail ? t("welcome.first") : t("welcome.text", { email: props.email, role })}
      fault={form.fault}
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          {props.needsEmail ? (
            <TextInput
              autoFocus
              type="email"
              label={t("fields.email")}
              autoComplete="username"
              value={form.email}
              error={form.wrong.email}
              onChange={(event) => form.setEmail(event.currentTarget.value)}
            />
          ) : (
            // Password managers store the name together with the password.
            <input type="hidden" autoComplete="username" value={props.email} />
          )}
          <PasswordInput
            autoFocus={!props.needsEmail}
            label={t("welcome.password")}
            description={t("welcome.rule")}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("signIn.show") }}
            value={form.password}
            error={form.wrong.password}
            onChange={(event) => form.setPassword(event.currentTarget.value)}
          />
          <Button type="submit" mt="xs" loading={form.busy}>
            {t("welcome.submit")}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
