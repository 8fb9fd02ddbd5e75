import { Anchor, Button, Group, Stack } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CallRefused } from "../../lib/call.ts";
import { useCountdown } from "../../lib/use-countdown.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import classes from "./MfaStep.module.css";
import { wideCode } from "./wide-code.ts";

const DIGITS = 6;

interface Props {
  /** Sends the code; returns a refusal that is to be shown at the field. */
  send: (mfaCode: string) => Promise<CallRefused | undefined>;
  onBack: () => void;
}

/** The second factor of a sign-in (spec/sign-in#guarded-calls); six digits submit automatically. */
export function MfaStep(props: Props) {
  const { t } = useTranslation(["parts", "login"]);
  const input = useRef<HTMLInputElement>(null);
  const step = useCodeEntry(props.send, () => input.current?.focus());
  const { recovery, wait } = step;
  return (
    <form onSubmit={step.submit} noValidate>
      <Stack gap="md">
        <CodeField
          // Separate fields, since a password manager's entry for one is of no use in the other.
          key={String(recovery)}
          ref={input}
          styles={wideCode}
          autoFocus
          label={t(recovery ? "mfa.recoveryCode" : "mfa.code")}
          description={t(recovery ? "mfa.recoveryHelp" : "mfa.help")}
          digits={recovery ? undefined : DIGITS}
          autoComplete={recovery ? "off" : "one-time-code"}
          name="mfaCode"
          value={step.code}
          onChange={step.type}
          readOnly={step.busy}
          error={wait.left > 0 ? t("login:waitFor", { time: wait.text }) : step.fault}
        />
        <Button type="submit" size="md" loading={step.busy} disabled={wait.left > 0} fullWidth>
          {t("mfa.confirm")}
        </Button>
        <Group justify="space-between" gap="xs">
          <Anchor component="button" type="button" fz="sm" onClick={step.change}>
            {t(recovery ? "mfa.useApp" : "mfa.useRecovery")}
          </Anchor>
          <Anchor component="button" type="button" fz="sm" onClick={props.onBack}>
            {t("login:back")}
          </Anchor>
        </Group>
        <details className={classes.lost}>
          <summary>{t("mfa.lost")}</summary>
          <p>{t("mfa.lostHelp")}</p>
        </details>
      </Stack>
    </form>
  );
}

function useCodeEntry(send: Props["send"], focus: () => void) {
  const { t } = useTranslation(["parts", "login"]);
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const wait = useCountdown();
  const submit = async (codeText: string) => {
    if (busy || wait.left > 0) return;
    if (!codeText) {
      setFault(t("mfa.enter"));
      focus();
      return;
    }
    setBusy(true);
    const refused = await send(codeText);
    setBusy(false);
    if (!refused) return;
    // A code can be used once, so the next attempt needs another one.
    setCode("");
    setFault(refused.msg);
    if (refused.code === 429) wait.start(refused.retryAfterSeconds);
    focus();
  };
  return {
    code,
    recovery,
    fault,
    busy,
    wait,
    submit: (event: FormEvent) => {
      event.preventDefault();
      void submit(code);
    },
    type: (text: string) => {
      setCode(text);
      setFault(null);
      if (!recovery && text.length === DIGITS && text !== code) void submit(text);
    },
    change: () => {
      setRecovery(!recovery);
      setCode("");
      setFault(null);
    },
  };
}
