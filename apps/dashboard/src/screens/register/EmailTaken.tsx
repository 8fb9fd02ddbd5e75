import { Anchor } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** What stands beside an address that has an account, with the two ways into that account. */
export function EmailTaken(props: { words: string; email: string }) {
  const { t } = useTranslation("register");
  const state = { email: props.email };
  return (
    <>
      {props.words}{" "}
      <Anchor component={Link} to="/index/login" state={state} underline="always">
        {t("login")}
      </Anchor>
      {" · "}
      <Anchor component={Link} to="/index/forgot" state={state} underline="always">
        {t("forgot")}
      </Anchor>
    </>
  );
}
