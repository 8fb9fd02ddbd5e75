import { lazy, Suspense } from "react";
import type { ProviderWish } from "./ProviderButtons.tsx";
import classes from "./ProviderSlot.module.css";
import { patiently } from "../lib/patiently.ts";

const Buttons = lazy(() =>
  patiently(() =>
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
