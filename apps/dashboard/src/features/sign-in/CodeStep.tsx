import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { wideCode } from "./wide-code.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import type { Recovery } from "./use-recovery.ts";

const DIGITS = 6;

/** The six digits from the mail; the API verifies them together with the password. */
export function CodeStep({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation("forgot");
  const { code, email, resend, fault } = recovery;
  const [missing, setMissing] = useState(false);
  const [sent, setSent] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const goOn = (text: string) => {
    setMissing(text.length < DIGITS);
    if (text.length < DIGITS) input.current?.focus();
    else recovery.goTo("password");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    goOn(code);
  };
  const again = async () => {
    setSent("");
    const { sent, refused } = await recovery.sendCode(email);
    setSent(sent ? t("code.resent") : (refused?.msg ?? ""));
    input.current?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <CodeField
          ref={input}
          styles={wideCode}
          autoFocus
          label={t("code.label")}
          description={t("code.help")}
          digits={DIGITS}
          name="code"
          value={code}
          onChange={(text) => {
            setMissing(false);
            recovery.typeCode(text);
            if (text.length === DIGITS && code.length < DIGITS) goOn(text);
          }}
          error={missing ? t("code.missing") : fault}
        />
        <Button type="submit" size="md" fullWidth>
          {t("code.submit")}
        </Button>
        <Group justify="space-between" gap="xs">
          <ResendButton wait={resend} onClick={() => void again()} />
          <Anchor component="button" type="button" fz="sm" onClick={() => recovery.goTo("address")}>
            {t("code.change")}
          </Anchor>
        </Group>
        <Text fz="sm" c="dimmed" role="status">
          {sent}
        </Text>
      </Stack>
    </form>
  );
}

/** Mails another code, after the waiting time between two mails. */
function ResendButton(props: { wait: Recovery["resend"]; onClick: () => void }) {
  const { t } = useTranslation("forgot");
  const { left, text } = props.wait;
  return (
    <Anchor
      component="button"
      type="button"
      fz="sm"
      className="numeric"
      onClick={() => left === 0 && props.onClick()}
      aria-disabled={left > 0}
      {...(left > 0 ? { c: "dimmed", underline: "never" as const } : {})}
    >
      {left > 0 ? t("code.resendIn", { time: text }) : t("code.resend")}
    </Anchor>
  );
}
