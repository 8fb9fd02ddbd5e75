import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { User } from "@turnpike/contract/session.ts";
import { useCall } from "../../lib/queries.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import classes from "./account.module.css";
import { CloseAccountLosses } from "./CloseAccountLosses.tsx";
import { openDialog } from "@turnpike/ui/act/act.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { CallParameters } from "../../lib/call.ts";
import { closeSession } from "../../lib/session.ts";
import { openAct } from "../../ui/act/open-act.ts";
import { HiddenUsername } from "../security/HiddenUsername.tsx";
import { useMailedCodeField } from "../security/MailedCode.tsx";
import { usePasswordFields } from "../security/password-fields.tsx";

/** Closes the account (spec/accounts#closure); last on the tab. */
export function CloseAccount() {
  const user = useCall("member", {}).data;
  if (!user) return null;
  return <Closing user={user} />;
}

function Closing({ user }: { user: User }) {
  const { t } = useTranslation("setting");
  const open = useCloseAccount(user);
  return (
    <Panel className={classes.danger ?? ""} title={t("close.title")} description={t("close.help")}>
      {user.hasPassword ? (
        <Button variant="default" className={classes.dangerous ?? ""} onClick={open}>
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
    </Panel>
  );
}

/** Closing in two steps: what is lost, then the password, a mailed code and the account's e-mail. */
function useCloseAccount(user: User): () => void {
  const { t } = useTranslation("setting");
  const { email, secureEmail } = user;
  const { current } = usePasswordFields();
  const code = useMailedCodeField({ scene: "cancel", to: email, secureEmail });
  const prove = () =>
    openAct({
      call: "cancel",
      input: (proofs) => ({ ...proofs, confirm: true }) as CallParameters<"cancel">,
      danger: true,
      title: t("close.proofTitle"),
      submit: t("close.submit"),
      back: { label: t("back"), open: losses },
      notice: <HiddenUsername email={email} />,
      fields: [
        current("password", t("close.password"), t("close.enterPassword")),
        code,
        {
          kind: "text",
          name: "typed",
          label: t("close.typeEmail", { email }),
          isLocal: true,
          fault: (typed) =>
            typed.toLowerCase() === email ? null : t("close.typeEmail", { email }),
        },
      ],
      below: t("close.lastWord"),
      onDone: () => {
        toast.notice(t("close.done"));
        closeSession();
      },
    });
  const losses = () =>
    openDialog({
      title: t("close.lossesTitle"),
      body: () => <CloseAccountLosses onNext={prove} />,
    });
  return losses;
}
