import { Suspense } from "react";
import type { ProviderRequest } from "./ProviderButtons.tsx";
import classes from "./ProviderSlot.module.css";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const Buttons = lazyComponent(async () => (await import("./ProviderButtons.tsx")).ProviderButtons);

/** Keeps the buttons' place, so that nothing moves when it turns out which logins are set up. */
export function ProviderSlot(props: ProviderRequest) {
  return (
    <div className={classes.slot}>
      <Suspense>
        <Buttons {...props} />
      </Suspense>
    </div>
  );
}
