import { Alert, Text } from "@mantine/core";
import { CodeField } from "@turnpike/ui/CodeField.tsx";
import { Dialog } from "@turnpike/ui/Dialog.tsx";
import { DialogForm } from "@turnpike/ui/DialogForm.tsx";
import { useEffect, useState } from "react";
import { answerProofs } from "../../lib/fresh-proof.ts";
import { useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";

type Answer = (proved: boolean) => void;

/** The question for the second factor, above the dialog of the change that needs it. */
export function FreshProof() {
  const t = useT();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => answerProofs((answered) => setAnswer(() => answered)), []);
  if (answer === null) return null;
  const settle: Answer = (proved) => {
    setAnswer(null);
    answer(proved);
  };
  return (
    <Dialog above size="sm" title={t("mfa.again")} onClose={() => settle(false)}>
      <ProofForm onProved={() => settle(true)} />
    </Dialog>
  );
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const t = useT();
  const [code, setCode] = useState("");
  // Quiet: the change itself has everything read again.
  const prove = useCallMutation("mfaProve", { quiet: true });
  const submit = () => prove.mutate({ code }, { onSuccess: onProved, onError: () => setCode("") });
  return (
    <DialogForm
      submit={t("mfa.submit")}
      busy={prove.isPending}
      disabled={code === ""}
      onSubmit={submit}
    >
      <Text>{t("mfa.againText")}</Text>
      {prove.error && (
        <Alert color="red" role="alert">
          {prove.error.message}
        </Alert>
      )}
      <CodeField
        autoFocus
        digits={undefined}
        label={t("signIn.code")}
        value={code}
        onChange={setCode}
      />
    </DialogForm>
  );
}
