import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { User } from "@turnpike/contract/session.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult } from "../../lib/call.ts";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { MfaApps } from "./MfaApps.tsx";
import { MfaFirstCode } from "./MfaFirstCode.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import classes from "./security.module.css";

const steps = ["apps", "key", "code", "recovery"] as const;
type Step = (typeof steps)[number];

/** Binds MFA: an app, its key, its first code, and the recovery codes, which are shown once. */
export function MfaBind(props: { user: User; onClose: () => void }) {
  const { t } = useTranslation("setting");
  const [step, setStep] = useState<Step>("apps");
  const [refused, setRefused] = useState("");
  const [bound, setBound] = useState<CallResult<"bindMFa">>();
  const key = useCommand("mfaSecret", {
    handles: (refusal) => {
      setRefused(refusal.msg);
      return true;
    },
  });
  const toKey = () => {
    setRefused("");
    // Going back keeps the key, since an app may already have it.
    if (key.answer) setStep("key");
    else void key.send({}, () => setStep("key"));
  };
  const count = { step: steps.indexOf(step) + 1, steps: steps.length };
  return (
    <Dialog
      title={t(`security.mfa.steps.${step}`)}
      locked={step === "recovery"}
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
          <MfaApps busy={key.busy} fault={refused} onBack={props.onClose} onNext={toKey} />
        )}
        {step === "key" && key.answer && (
          <MfaKey
            secret={key.answer}
            onBack={() => setStep("apps")}
            onNext={() => setStep("code")}
          />
        )}
        {step === "code" && (
          <MfaFirstCode
            onBack={() => setStep("key")}
            onBound={(answer) => {
              setBound(answer);
              setStep("recovery");
            }}
          />
        )}
        {step === "recovery" && bound && (
          <RecoveryCodes bound={bound} email={props.user.email} onClose={props.onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

const GROUP = /.{1,4}/g;

/** The key as a QR code to scan, and as text to type. */
function MfaKey(props: {
  secret: CallResult<"mfaSecret">;
  onBack: () => void;
  onNext: () => void;
}) {
  const { t } = useTranslation("setting");
  const { secret, otpauth, qr } = props.secret;
  const next = (event: FormEvent) => {
    event.preventDefault();
    props.onNext();
  };
  return (
    <DialogForm
      submit={t("security.mfa.scanned")}
      back={t("back")}
      onBack={props.onBack}
      onSubmit={next}
    >
      <Text>{t("security.mfa.scan")}</Text>
      <img className={classes.qr} src={qr} alt={t("security.mfa.qr")} width={184} height={184} />
      <Stack gap={4} align="center">
        <Text c="dimmed" fz="sm" ta="center">
          {t("security.mfa.cannotScan")}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Text span className={classes.key} translate="no">
            {secret.match(GROUP)?.join(" ")}
          </Text>
          <CopyButton value={secret} label={t("security.mfa.copyKey")} />
        </Group>
        <Anchor href={otpauth} fz="sm">
          {t("security.mfa.openHere")}
        </Anchor>
      </Stack>
    </DialogForm>
  );
}
