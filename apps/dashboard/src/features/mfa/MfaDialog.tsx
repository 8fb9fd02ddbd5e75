import { Anchor, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import type { Prompt } from "../../lib/proof-prompt.ts";

/** Above the dialog whose change is being confirmed. */
const LAYER = 260;
/** Escape closes this dialog (below), not also the one under it. */
const keepsEscape = { "data-mantine-stop-propagation": "true" };

/** Asks for the app's current code, or for a recovery code. */
export function MfaDialog({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation(["parts", "ui"]);
  const cancel = () => {
    if (!prompt.busy) prompt.answer(undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  };
  return (
    <Modal
      opened
      onClose={cancel}
      onKeyDown={onKeyDown}
      zIndex={LAYER}
      size="sm"
      title={
        <Text fw={640} fz="lg" span>
          {t("mfa.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close"), ...keepsEscape }}
    >
      <CodeForm prompt={prompt} onLeave={cancel} />
    </Modal>
  );
}

function CodeForm({ prompt, onLeave }: { prompt: Prompt; onLeave: () => void }) {
  const { t } = useTranslation(["parts", "ui"]);
  const [code, setCode] = useState("");
  const [recovery, setRecovery] = useState(false);
  const [missing, setMissing] = useState(false);
  /** The prompt whose error disappeared because the user typed again. */
  const [answeredPrompt, setAnsweredPrompt] = useState<Prompt | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { fault } = prompt;
  // Selects a refused code, so that typing replaces it.
  useEffect(() => {
    if (fault) input.current?.select();
  }, [fault]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of the portal; this must not submit the form below.
    event.stopPropagation();
    setMissing(!code.trim());
    if (code.trim() && !prompt.busy) prompt.answer({ mfaCode: code.trim() });
    else input.current?.focus();
  };
  const type = (text: string) => {
    setCode(text);
    setMissing(false);
    setAnsweredPrompt(prompt);
  };
  const other = () => {
    setRecovery(!recovery);
    type("");
    input.current?.focus();
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t(recovery ? "mfa.recoveryHelp" : "mfa.help")}</Text>
        <CodeField
          ref={input}
          label={t(recovery ? "mfa.recoveryCode" : "mfa.code")}
          digits={recovery ? undefined : 6}
          value={code}
          onChange={type}
          error={missing ? t("mfa.enter") : answeredPrompt !== prompt && fault}
          data-autofocus
          {...keepsEscape}
        />
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={other} {...keepsEscape}>
          {t(recovery ? "mfa.useApp" : "mfa.useRecovery")}
        </Anchor>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave} disabled={prompt.busy} {...keepsEscape}>
            {t("ui:cancel")}
          </Button>
          <Button type="submit" loading={prompt.busy} {...keepsEscape}>
            {t("mfa.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
