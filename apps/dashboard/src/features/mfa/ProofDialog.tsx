import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionUser } from "../../lib/session.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import type { Prompt } from "../../lib/proof-prompt.ts";

/** Above the dialog whose change is being confirmed. */
const LAYER = 260;

/** Asks for the password or a mailed code, or for the code that verifies the e-mail. */
export function ProofDialog({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation(["parts", "ui"]);
  const cancel = () => {
    if (!prompt.busy) prompt.answer(undefined);
  };
  // The dialog under this one stays open.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    cancel();
  };
  return (
    <Modal
      opened
      onClose={cancel}
      closeOnEscape={false}
      onKeyDown={onKeyDown}
      zIndex={LAYER}
      size="sm"
      title={
        <Text fw={640} fz="lg" span>
          {t(prompt.kind === "verify" ? "proof.verifyTitle" : "mfa.title")}
        </Text>
      }
      closeButtonProps={{ "aria-label": t("ui:close") }}
    >
      <ProofForm prompt={prompt} onLeave={cancel} />
    </Modal>
  );
}

function ProofForm({ prompt, onLeave }: { prompt: Prompt; onLeave: () => void }) {
  const { t } = useTranslation(["parts", "ui"]);
  const { verifies, byMail, field, type, send, other } = useProofForm(prompt);
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {byMail ? (
          <MailedProof verifies={verifies}>
            <CodeField label={t("proof.code")} digits={6} onChange={type} autoFocus {...field} />
          </MailedProof>
        ) : (
          <>
            <Text c="dimmed">{t("proof.passwordHelp")}</Text>
            <PasswordInput
              label={t("proof.password")}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
              onChange={(event) => type(event.currentTarget.value)}
              autoFocus
              {...field}
            />
          </>
        )}
        {!verifies && (
          <Anchor component="button" type="button" fz="sm" ta="left" onClick={other}>
            {t(byMail ? "proof.usePassword" : "proof.useMail")}
          </Anchor>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onLeave} disabled={prompt.busy}>
            {t("ui:cancel")}
          </Button>
          <Button type="submit" loading={prompt.busy}>
            {t("mfa.confirm")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The typed proof, its kind, and its error. */
function useProofForm(prompt: Prompt) {
  const { t } = useTranslation("parts");
  const verifies = prompt.kind === "verify";
  const [byMail, setByMail] = useState(verifies);
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  /** The prompt whose error disappeared because the user typed again. */
  const [answeredPrompt, setAnsweredPrompt] = useState<Prompt | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { fault: error } = prompt;
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  const type = (typed: string) => {
    setText(typed);
    setMissing(false);
    setAnsweredPrompt(prompt);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble out of the portal; this must not submit the form below.
    event.stopPropagation();
    const value = byMail ? text.trim() : text;
    setMissing(!value);
    if (!value) input.current?.focus();
    else if (!prompt.busy) prompt.answer(proofOf(value, { verifies, byMail }));
  };
  const other = () => {
    setByMail(!byMail);
    type("");
  };
  const field = {
    ref: input,
    value: text,
    error: missing ? t("mfa.enter") : answeredPrompt !== prompt && error,
    "data-autofocus": true,
  };
  return { verifies, byMail, field, type, send, other };
}

function proofOf(text: string, { verifies, byMail }: { verifies: boolean; byMail: boolean }) {
  if (verifies) return { code: text };
  return byMail ? { confirmCode: text } : { password: text };
}

/** Mails a code when it appears; a minute later it offers another one. */
function MailedProof(props: { verifies: boolean; children: React.ReactNode }) {
  const { t } = useTranslation("parts");
  const { verifies } = props;
  const mailed = useMailedCode(verifies ? "verify" : "confirm");
  const { secondsLeft: seconds } = mailed;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void mailed.send();
  }, [mailed]);
  const email = sessionUser()?.email ?? "";
  return (
    <>
      <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {t(verifies ? "proof.verifyHelp" : "proof.mailHelp", { email })}
      </Text>
      {props.children}
      {/* A refusal with a waiting time means that a mail was sent less than a minute ago. */}
      {mailed.fault && seconds === 0 && (
        <Text c="var(--mantine-color-error)" fz="sm" role="alert">
          {mailed.fault}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="xs"
          loading={mailed.busy}
          disabled={seconds > 0}
          onClick={() => void mailed.send()}
        >
          {seconds > 0 ? t("proof.againIn", { seconds }) : t("proof.again")}
        </Button>
      </Group>
    </>
  );
}
