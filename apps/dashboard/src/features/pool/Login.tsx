import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import classes from "./pool.module.css";
import type { OpenedIp } from "./pool-ip.ts";

/** The user name and password, which are the same for all of the account's opened IPs. */
export function Login({ row }: { row: Pick<OpenedIp, "username" | "password"> }) {
  const { t } = useTranslation("pool");
  const { username, password } = row;
  if (username === undefined || password === undefined) return null;
  return (
    <dl className={classes.pair}>
      <dt>{t("pair.username")}</dt>
      <dd>
        <span className={classes.copied}>
          <span className={classes.mono}>{username}</span>
          <CopyButton value={username} label={t("pair.copyUsername")} />
        </span>
      </dd>
      <dt>{t("pair.password")}</dt>
      <dd>
        <SecretText
          value={password}
          showLabel={t("pair.show")}
          hideLabel={t("pair.hide")}
          copyLabel={t("pair.copyPassword")}
        />
      </dd>
    </dl>
  );
}
