import { Badge, Button, Group, Stack, Text, ThemeIcon } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconDeviceMobile,
  IconLink,
  IconMail,
  IconMailCheck,
  IconPassword,
} from "@turnpike/ui/icons.ts";
import type { User } from "@turnpike/contract/session.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { askToVerify } from "../../lib/call-guarded.ts";
import { linkedLoginsId } from "./LinkedLogins.tsx";
import { providerNames, providers } from "./provider-names.ts";
import type { useSecurityActs } from "./use-security-acts.tsx";
import classes from "./security.module.css";

/** The account's protection: the state of each measure, and the next step. */
export function Protection(props: {
  user: User;
  acts: ReturnType<typeof useSecurityActs>;
  onBindMfa: () => void;
}) {
  const { t } = useTranslation("setting");
  const { user } = props;
  const missing = [user.hasPassword, user.mfaBound, user.secureEmail !== null].filter(
    (there) => !there,
  ).length;
  return (
    <Panel
      flush
      title={missing === 0 ? t("security.protected") : t("security.missing", { count: missing })}
      description={t("security.overview")}
    >
      <ul className={classes.guards}>
        {!user.emailVerified && <EmailGuard />}
        <PasswordGuard {...props} />
        <MfaGuard {...props} />
        <SecureMailGuard {...props} />
        <LoginsGuard user={user} />
      </ul>
    </Panel>
  );
}

/** Only while the e-mail is not verified; actions that need that ask for the code too. */
function EmailGuard() {
  const { t } = useTranslation("setting");
  const verify = async () => {
    if (!(await askToVerify())) return;
    toast.success(t("security.email.done"));
  };
  return (
    <Guard
      icon={<IconMailCheck size={20} />}
      title={t("security.email.title")}
      good={null}
      state={t("security.email.unverified")}
      text={t("security.email.help")}
    >
      <Button variant="default" onClick={() => void verify()}>
        {t("security.email.verify")}
      </Button>
    </Guard>
  );
}

type GuardProps = Parameters<typeof Protection>[0];

function PasswordGuard({ user, acts }: GuardProps) {
  const { t } = useTranslation("setting");
  const there = user.hasPassword;
  return (
    <Guard
      icon={<IconPassword size={20} />}
      title={t("security.password.title")}
      good={there}
      state={t(there ? "security.password.set" : "security.password.unset")}
      text={t(there ? "security.password.help" : "security.password.unsetHelp")}
    >
      <Button variant={there ? "default" : "filled"} onClick={acts.password}>
        {t(there ? "security.password.change" : "security.password.first")}
      </Button>
    </Guard>
  );
}

function MfaGuard({ user, acts, onBindMfa }: GuardProps) {
  const { t } = useTranslation("setting");
  const bound = user.mfaBound;
  return (
    <Guard
      icon={<IconDeviceMobile size={20} />}
      title={t("security.mfa.title")}
      good={bound}
      state={t(bound ? "security.mfa.on" : "security.mfa.off")}
      text={t(bound ? "security.mfa.onHelp" : "security.mfa.offHelp")}
    >
      <Button
        variant={bound ? "default" : user.hasPassword ? "filled" : "light"}
        onClick={bound ? acts.unbindMfa : onBindMfa}
      >
        {t(bound ? "security.mfa.turnOff" : "security.mfa.turnOn")}
      </Button>
    </Guard>
  );
}

function SecureMailGuard({ user, acts }: GuardProps) {
  const { t } = useTranslation("setting");
  const there = user.secureEmail !== null;
  return (
    <Guard
      icon={<IconMail size={20} />}
      title={t("security.secureMail.title")}
      good={there}
      state={user.secureEmail ?? t("security.secureMail.unset")}
      text={t("security.secureMail.help")}
    >
      <Button
        variant={there ? "default" : user.hasPassword && user.mfaBound ? "filled" : "light"}
        onClick={acts.secureMail}
      >
        {t(there ? "security.secureMail.replace" : "security.secureMail.add")}
      </Button>
    </Guard>
  );
}

function LoginsGuard({ user }: { user: User }) {
  const { t } = useTranslation("setting");
  const linked = providers.filter((provider) => user.bindings[provider].bound);
  return (
    <Guard
      icon={<IconLink size={20} />}
      title={t("security.logins.title")}
      good={linked.length > 0 ? true : null}
      state={
        linked.map((provider) => providerNames[provider]).join(", ") || t("security.logins.none")
      }
      text={t("security.logins.glance")}
    >
      <Button variant="default" component="a" href={`#${linkedLoginsId}`}>
        {t("security.logins.show")}
      </Button>
    </Guard>
  );
}

/** `good` is null for what neither protects the account nor weakens it. */
function Guard(props: {
  icon: ReactNode;
  title: string;
  good: boolean | null;
  state: string;
  text: string;
  children: ReactNode;
}) {
  const Mark = props.good ? IconCheck : IconAlertTriangle;
  return (
    <li className={classes.guard}>
      <ThemeIcon variant="light" size={38} radius="md" aria-hidden>
        {props.icon}
      </ThemeIcon>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{props.title}</Text>
          <Badge
            className={classes.state ?? ""}
            color={props.good === null ? "gray" : props.good ? "good" : "amber"}
            leftSection={props.good !== null && <Mark size={13} aria-hidden />}
          >
            {props.state}
          </Badge>
        </Group>
        <Text c="dimmed" fz="sm" className={classes.text ?? ""}>
          {props.text}
        </Text>
      </Stack>
      <div className={classes.next}>{props.children}</div>
    </li>
  );
}
