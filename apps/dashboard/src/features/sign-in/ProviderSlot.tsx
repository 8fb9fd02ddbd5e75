import { Suspense } from "react";
import type { ProviderWish } from "./ProviderButtons.tsx";
import classes from "./ProviderSlot.module.css";
import { late } from "../../lib/lazy-component.ts";

const Buttons = late(async () => (await import("./ProviderButtons.tsx")).ProviderButtons);

/** Keeps the buttons' place, so that nothing moves when it turns out which logins are set up. */
export function ProviderSlot(props: ProviderWish) {
  return (
    <div className={classes.slot}>
      <Suspense>
        <Buttons {...props} />
      </Suspense>
    </div>
  );
}
