import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CloseAccountLosses } from "./CloseAccountLosses.tsx";
import { CloseAccountProof } from "./CloseAccountProof.tsx";
import { SettingDialog } from "../../ui/SettingDialog.tsx";

/** Closing in two steps: what is lost, then three proofs that it is meant. */
export function CloseAccountDialog(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const [understood, setUnderstood] = useState(false);
  const [closing, setClosing] = useState(false);
  return (
    <SettingDialog
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
    </SettingDialog>
  );
}
