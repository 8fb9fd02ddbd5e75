import { Suspense, useSyncExternalStore } from "react";
import { promptStore } from "./prompt.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const MfaDialog = lazyComponent(async () => (await import("./MfaDialog.tsx")).MfaDialog);
const ProofDialog = lazyComponent(async () => (await import("./ProofDialog.tsx")).ProofDialog);

/** Where a proof is asked for; once in the shell. Its dialog comes with the question. */
export function MfaPrompt() {
  const prompt = useSyncExternalStore(promptStore.subscribe, promptStore.read);
  return (
    <Suspense>
      {prompt?.kind === "mfa" && <MfaDialog prompt={prompt} />}
      {prompt && prompt.kind !== "mfa" && <ProofDialog key={prompt.kind} prompt={prompt} />}
    </Suspense>
  );
}
