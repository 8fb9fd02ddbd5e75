import { Stack } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answered } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { MfaApps } from "./MfaApps.tsx";
import { MfaFirstCode } from "./MfaFirstCode.tsx";
import { MfaKey } from "./MfaKey.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SettingDialog } from "../../ui/SettingDialog.tsx";
import { useRefreshGuards } from "./use-done.ts";
import classes from "./security.module.css";

const steps = ["apps", "key", "code", "recovery"] as const;
type Step = (typeof steps)[number];

/** Binds MFA: an app, its key, its first code, and the recovery codes, which are shown once. */
export function MfaBind(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const [step, setStep] = useState<Step>("apps");
  const [refused, setRefused] = useState("");
  const [sending, setSending] = useState(false);
  const refresh = useRefreshGuards();
  const [bound, setBound] = useState<Answered<"bindMFa">>();
  const key = useCommand("mfaSecret", {
    handles: (refusal) => {
      setRefused(refusal.msg);
      return true;
    },
  });
  const toKey = () => {
    setRefused("");
    // Going back does not change a key that an app may have already.
    if (key.data) setStep("key");
    else key.mutate({}, { onSuccess: () => setStep("key") });
  };
  const count = { step: steps.indexOf(step) + 1, steps: steps.length };
  return (
    <SettingDialog
      title={t(`security.mfa.steps.${step}`)}
      locked={step === "recovery" || sending}
      onClose={props.onClose}
    >
      <Stack gap="md">
        <div className={classes.step}>
          <span className={classes.bars} aria-hidden>
            {steps.map((one, at) => (
              <span key={one} data-done={at < count.step || undefined} />
            ))}
          </span>
          {t("security.mfa.step", count)}
        </div>
        {step === "apps" && (
          <MfaApps busy={key.isPending} fault={refused} onBack={props.onClose} onNext={toKey} />
        )}
        {step === "key" && key.data && (
          <MfaKey shown={key.data} onBack={() => setStep("apps")} onNext={() => setStep("code")} />
        )}
        {step === "code" && (
          <MfaFirstCode
            onBack={() => setStep("key")}
            onSending={setSending}
            onBound={(answer) => {
              setBound(answer);
              setStep("recovery");
              refresh();
            }}
          />
        )}
        {step === "recovery" && bound && (
          <RecoveryCodes bound={bound} email={props.user.email} onClose={props.onClose} />
        )}
      </Stack>
    </SettingDialog>
  );
}
