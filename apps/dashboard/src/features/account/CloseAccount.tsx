import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { User } from "@turnpike/contract/session.ts";
import { useCall } from "../../lib/queries.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { FormModal } from "@turnpike/ui/FormModal.tsx";
import classes from "./account.module.css";
import { CloseAccountLosses } from "./CloseAccountLosses.tsx";
import { CloseAccountProof } from "./CloseAccountProof.tsx";

/** Closes the account (spec/accounts#closure); last on the tab. */
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

/** Closing in two steps: what is lost, then three confirmations. */
function CloseAccountDialog(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const [understood, setUnderstood] = useState(false);
  const [closing, setClosing] = useState(false);
  return (
    <FormModal
      title={t(understood ? "close.proofTitle" : "close.lossesTitle")}
      locked={closing}
      onClose={props.onClose}
    >
      {understood ? (
        <CloseAccountProof
          user={props.user}
          onSending={setClosing}
          onBack={() => setUnderstood(false)}
        />
      ) : (
        <CloseAccountLosses onNext={() => setUnderstood(true)} onClose={props.onClose} />
      )}
    </FormModal>
  );
}
