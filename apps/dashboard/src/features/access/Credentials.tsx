import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { SecretText } from "@turnpike/ui/SecretText.tsx";
import { useTranslation } from "react-i18next";
import classes from "./access.module.css";

/** A user name and its password, hidden until the user reveals it; both can be copied. */
export function Credentials(props: { account: string; password: string }) {
  const { t } = useTranslation("access");
  const { account, password } = props;
  return (
    <span className={classes.pair}>
      <span className={classes.name}>
        <code>{account}</code>
        <CopyButton value={account} label={t("copyAccount", { account })} />
      </span>
      <SecretText
        value={password}
        showLabel={t("show", { account })}
        hideLabel={t("hide", { account })}
        copyLabel={t("copy", { account })}
      />
    </span>
  );
}
