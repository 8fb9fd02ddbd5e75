import { lazy, Suspense, useSyncExternalStore } from "react";
import { promptStore } from "./prompt.ts";

const Dialog = lazy(() => import("./MfaDialog.tsx").then((file) => ({ default: file.MfaDialog })));

/** Where the second factor is asked for; once in the shell. Its dialog comes with the question. */
export function MfaPrompt() {
  const prompt = useSyncExternalStore(promptStore.subscribe, promptStore.read);
  return <Suspense>{prompt && <Dialog prompt={prompt} />}</Suspense>;
}
