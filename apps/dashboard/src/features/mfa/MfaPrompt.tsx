import { Suspense, useSyncExternalStore } from "react";
import { promptStore } from "./prompt.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";

const Dialog = lazyComponent(async () => (await import("./MfaDialog.tsx")).MfaDialog);

/** Where the second factor is asked for; once in the shell. Its dialog comes with the question. */
export function MfaPrompt() {
  const prompt = useSyncExternalStore(promptStore.subscribe, promptStore.read);
  return <Suspense>{prompt && <Dialog prompt={prompt} />}</Suspense>;
}
