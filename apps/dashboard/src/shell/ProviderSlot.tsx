import { lazy, Suspense } from "react";
import type { ProviderWish } from "./ProviderButtons.tsx";
import classes from "./ProviderSlot.module.css";
import { onceOnline } from "../lib/once-online.ts";

const Buttons = lazy(() =>
  onceOnline(() =>
    import("./ProviderButtons.tsx").then(({ ProviderButtons }) => ({ default: ProviderButtons })),
  ),
);

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
