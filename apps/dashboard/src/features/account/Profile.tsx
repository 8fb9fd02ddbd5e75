import { Group } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatCents, formatDate, formatDateTime } from "@turnpike/ui/lib/format.ts";
import { Email } from "@turnpike/ui/Email.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import classes from "./account.module.css";

/** The account's profile: e-mail, sign-up and other facts. */
export function Profile({ user }: { user: User }) {
  const { t } = useTranslation("setting-account");
  const { lastLoginAt, arrears } = user;
  return (
    <dl className={classes.facts}>
      <Detail name={t("profile.email")}>
        <Copied value={user.email} label={t("profile.copyEmail")}>
          <Email address={user.email} />
        </Copied>
      </Detail>
      <Detail name={t("profile.since")}>{formatDate(user.createdAt)}</Detail>
      <Detail name={t("profile.lastLogin")}>
        {lastLoginAt ? formatDateTime(lastLoginAt) : t("profile.never")}
      </Detail>
      <Detail name={t("profile.inviteCode")}>
        <Copied value={user.inviteCode} label={t("profile.copyInviteCode")} />
      </Detail>
      {arrears && (
        <Detail name={t("profile.owed")}>
          {t("profile.owedSince", {
            amount: formatCents(arrears.cents),
            at: formatDateTime(arrears.since),
          })}
        </Detail>
      )}
    </dl>
  );
}

function Detail(props: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{props.name}</dt>
      <dd className="numeric">{props.children}</dd>
    </div>
  );
}

function Copied({ children, ...props }: { value: string; label: string; children?: ReactNode }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <span className={classes.breaks}>{children ?? props.value}</span>
      <CopyButton {...props} />
    </Group>
  );
}
