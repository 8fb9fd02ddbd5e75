import { Suspense } from "react";
import type { ProviderRequest } from "./ProviderButtons.tsx";
import classes from "./ProviderSlot.module.css";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";

const Buttons = lazyComponent(async () => (await import("./ProviderButtons.tsx")).ProviderButtons);

/** Reserves the buttons' space, so that nothing moves when the available logins are known. */
export function ProviderSlot(props: ProviderRequest) {
  return (
    <div className={classes.slot}>
      <Suspense>
        <Buttons {...props} />
      </Suspense>
    </div>
  );
}
