import { Anchor, Button, Group, PasswordInput, Text } from "@mantine/core";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Prompt, PromptKind, Proof } from "../../lib/proof-prompt.ts";
import { sessionUser } from "../../lib/session.ts";
import { useMailedCode } from "../../lib/use-mailed-code.ts";

/** What proves that it is the user: a code of the app, one of those kept for its loss, … */
type Means = "app" | "recovery" | "password" | "mail" | "verify";
/** The first of the means, and the other that it can be swapped for. */
const meansOf: Record<PromptKind, readonly [Means, Means?]> = {
  mfa: ["app", "recovery"],
  proof: ["password", "mail"],
  verify: ["verify"],
};
const proofOf: Record<Means, (typed: string) => Proof> = {
  app: (typed) => ({ mfaCode: typed.trim() }),
  recovery: (typed) => ({ mfaCode: typed.trim() }),
  password: (typed) => ({ password: typed }),
  mail: (typed) => ({ confirmCode: typed.trim() }),
  verify: (typed) => ({ code: typed.trim() }),
};

/** Asks for a code or the password, above the dialog whose change it confirms. */
export function ProofDialog({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation("parts");
  return (
    <Dialog
      above
      size="sm"
      busy={prompt.busy}
      title={t(prompt.kind === "verify" ? "proof.verifyTitle" : "mfa.title")}
      onClose={() => prompt.answer(undefined)}
    >
      <ProofForm prompt={prompt} />
    </Dialog>
  );
}

function ProofForm({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation("parts");
  const { means, other, swap, field, type, send } = useProofForm(prompt);
  const code = (label: string, digits?: number) => (
    <CodeField key={means} label={label} digits={digits} onChange={type} autoFocus {...field} />
  );
  const fields: Record<Means, () => ReactNode> = {
    app: () => code(t("mfa.code"), 6),
    recovery: () => code(t("mfa.recoveryCode")),
    password: () => (
      <PasswordInput
        label={t("proof.password")}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": t("password.show") }}
        onChange={(event) => type(event.currentTarget.value)}
        autoFocus
        {...field}
      />
    ),
    mail: () => <MailedProof scene="confirm">{code(t("proof.code"), 6)}</MailedProof>,
    verify: () => <MailedProof scene="verify">{code(t("proof.code"), 6)}</MailedProof>,
  };
  const help: Partial<Record<Means, string>> = {
    app: t("mfa.help"),
    recovery: t("mfa.recoveryHelp"),
    password: t("proof.passwordHelp"),
  };
  const use: Partial<Record<Means, string>> = {
    app: t("mfa.useApp"),
    recovery: t("mfa.useRecovery"),
    password: t("proof.usePassword"),
    mail: t("proof.useMail"),
  };
  return (
    <DialogForm submit={t("mfa.confirm")} busy={prompt.busy} onSubmit={send}>
      {help[means] && <Text c="dimmed">{help[means]}</Text>}
      {fields[means]()}
      {other && (
        <Anchor component="button" type="button" fz="sm" ta="left" onClick={swap}>
          {use[other]}
        </Anchor>
      )}
    </DialogForm>
  );
}

/** The typed proof, by which means, and what is wrong with it. */
function useProofForm(prompt: Prompt) {
  const { t } = useTranslation("parts");
  const [first, second] = meansOf[prompt.kind];
  const [means, setMeans] = useState<Means>(first);
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  /** The prompt whose error disappeared because the user typed again. */
  const [answeredPrompt, setAnsweredPrompt] = useState<Prompt | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { fault } = prompt;
  // Selects what was refused, so that typing replaces it.
  useEffect(() => {
    if (fault) input.current?.select();
  }, [fault]);
  const type = (typed: string) => {
    setText(typed);
    setMissing(false);
    setAnsweredPrompt(prompt);
  };
  const send = () => {
    setMissing(!text.trim());
    if (!text.trim()) input.current?.focus();
    else if (!prompt.busy) prompt.answer(proofOf[means](text));
  };
  const other = means === first ? second : first;
  const swap = () => {
    if (other) setMeans(other);
    type("");
  };
  const error = missing ? t("mfa.enter") : answeredPrompt !== prompt && fault;
  const field = { ref: input, value: text, error, "data-autofocus": true };
  return { means, other: second && other, swap, field, type, send };
}

/** Mails a code when it appears; a minute later it offers another one. */
function MailedProof({ scene, children }: { scene: "verify" | "confirm"; children: ReactNode }) {
  const { t } = useTranslation("parts");
  const mailed = useMailedCode(scene);
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
        {t(scene === "verify" ? "proof.verifyHelp" : "proof.mailHelp", { email })}
      </Text>
      {children}
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
