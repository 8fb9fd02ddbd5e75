import { Suspense, useSyncExternalStore } from "react";
import { promptStore } from "../../lib/proof-prompt.ts";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const ProofDialog = lazyComponent(async () => (await import("./ProofDialog.tsx")).ProofDialog);

/** Asks for a proof of identity; rendered once, in the shell. The dialog loads when needed. */
export function MfaPrompt() {
  const prompt = useSyncExternalStore(promptStore.subscribe, promptStore.read);
  return <Suspense>{prompt && <ProofDialog key={prompt.kind} prompt={prompt} />}</Suspense>;
}
