import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";

const DIGITS = 6;

interface Props {
  /** The address the code goes to. */
  email: string;
  value: string;
  onChange: (text: string) => void;
  /** The error of the code alone, or of code and password together. */
  fault: string | null;
}

/** After too many attempts at this e-mail, signing in takes a mailed code beside the password. */
export function MailedCode({ email, value, onChange, fault }: Props) {
  const { t } = useTranslation("login");
  const mailed = useMailedCode("signin");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault !== null) input.current?.focus();
  }, [fault]);
  const send = async () => {
    if (await mailed.send({ email })) input.current?.focus();
  };
  const { secondsLeft, sent } = mailed;
  return (
    <Stack gap="sm">
      <Alert color="amber" role="status">
        <Text fz="sm" fw={600} mb={4}>
          {t("mailed.title")}
        </Text>
        {t("mailed.explain")}
      </Alert>
      <Group gap="xs" align="flex-end">
        <CodeField
          ref={input}
          name="code"
          label={t("mailed.label")}
          digits={DIGITS}
          value={value}
          onChange={onChange}
          error={fault !== null}
        />
        <Button
          variant="default"
          className="numeric"
          loading={mailed.busy}
          disabled={secondsLeft > 0}
          onClick={() => void send()}
        >
          {secondsLeft > 0
            ? t("mailed.againIn", { seconds: secondsLeft })
            : t(sent ? "mailed.again" : "mailed.send")}
        </Button>
      </Group>
      {(fault ?? mailed.fault) && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {fault ?? mailed.fault}
        </Text>
      )}
      <Text c="dimmed" fz="sm" aria-live="polite">
        {sent ? t("mailed.sent", { email }) : ""}
      </Text>
    </Stack>
  );
}
