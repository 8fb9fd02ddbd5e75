import { Suspense, useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { lazyComponent } from "../lib/lazy-component.ts";
import { openedAct } from "./act.ts";

const ActDialog = lazyComponent(async () => (await import("./ActDialog.tsx")).ActDialog);

/** The dialog of the opened act; part of the shell. */
export function ActHost() {
  const opened = useSyncExternalStore(openedAct.subscribe, openedAct.get);
  const { pathname } = useLocation();
  // Leaving the screen gives up what was asked there.
  useEffect(() => () => openedAct.set(null), [pathname]);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <ActDialog key={opened.opening} act={opened.act} onClose={() => openedAct.set(null)} />
    </Suspense>
  );
}
