import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyComponent } from "../lib/lazy-component.ts";
import { openedAct } from "./act.ts";

const ActDialog = lazyComponent(async () => (await import("./ActDialog.tsx")).ActDialog);

/** The dialog of the opened act; part of the shell. */
export function ActHost() {
  const opened = useSyncExternalStore(openedAct.subscribe, openedAct.get);
  useEffect(() => () => openedAct.set(null), []);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <ActDialog key={opened.opening} act={opened.act} onClose={() => openedAct.set(null)} />
    </Suspense>
  );
}
