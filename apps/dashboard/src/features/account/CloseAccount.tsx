import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { Panel } from "../../ui/Panel.tsx";
import { CloseAccountDialog } from "./CloseAccountDialog.tsx";
import classes from "./account.module.css";

/** The way out of the account (spec/accounts#closure), at the very end. */
export function CloseAccount() {
  const { t } = useTranslation("setting");
  const user = useCall("member", {}).data;
  const [opened, setOpened] = useState(false);
  if (!user) return null;
  return (
    <Panel className={classes.danger ?? ""} title={t("close.title")} description={t("close.help")}>
      {user.hasPassword ? (
        <Button
          variant="default"
          className={classes.dangerous ?? ""}
          onClick={() => setOpened(true)}
        >
          {t("close.open")}
        </Button>
      ) : (
        <Group gap="sm">
          <Text>{t("close.passwordFirst")}</Text>
          <Button variant="default" component={Link} to="/cli/setting?tab=security">
            {t("security.password.first")}
          </Button>
        </Group>
      )}
      {opened && <CloseAccountDialog user={user} onClose={() => setOpened(false)} />}
    </Panel>
  );
}
