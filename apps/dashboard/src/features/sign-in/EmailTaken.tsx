import { Anchor, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** What stands beside an address that has an account, with the two ways into that account. */
export function EmailTaken(props: { words: string; email: string }) {
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
