import type { Provider } from "@turnpike/contract/identity.ts";
import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { ConfirmDialog } from "@turnpike/ui/ConfirmDialog.tsx";
import { providerNames, providers } from "./provider-names.ts";
import { useDone } from "./use-done.ts";

/** Asks before unlinking a third-party login; the last way to sign in cannot be removed. */
export function Unlink(props: {
  user: User;
  provider: Provider;
  onPassword: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("setting");
  const { user, onClose } = props;
  const provider = providerNames[props.provider];
  const done = useDone();
  const unlink = useCommand("gBind");
  const confirm = () =>
    void unlink.send({ provider: props.provider, unbind: true }, () => {
      done(t("security.logins.unlinked", { provider }));
      onClose();
    });
  const title = t("security.logins.unlinkTitle", { provider });
  // As of opening the dialog: unlinking this login must not make it count as the last one.
  const [isLastWayIn] = useState(
    () => !user.hasPassword && providers.filter((one) => user.bindings[one].bound).length === 1,
  );
  if (isLastWayIn) {
    const toPassword = () => {
      onClose();
      props.onPassword();
    };
    return (
      <ConfirmDialog
        opened
        title={title}
        confirm={t("security.password.first")}
        onConfirm={toPassword}
        onClose={onClose}
      >
        {t("security.logins.lastWayIn", { provider })}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened
      danger
      title={title}
      confirm={t("security.logins.unlinkOf", { provider })}
      busy={unlink.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t("security.logins.unlinkHelp", { provider })}
    </ConfirmDialog>
  );
}
