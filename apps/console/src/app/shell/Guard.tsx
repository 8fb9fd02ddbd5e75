import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { lazyComponent } from "@turnpike/ui/lib/lazy-component.ts";
import { Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { CallRefused } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { signInPath } from "../navigation/sign-in-path.ts";
import { TWO_FACTOR } from "../navigation/two-factor.ts";
import { ScreenError } from "@turnpike/ui/shell/ScreenError.tsx";
import { Shell } from "./Shell.tsx";

const BindMfa = lazyComponent(
  async () => (await import("../../features/sign-in/BindMfa.tsx")).BindMfa,
);

/** Admits signed-in staff; those who must still set up a second factor do that first. */
export function Guard() {
  const { pathname, search } = useLocation();
  const me = useCall("whoAmI", {});
  if (me.data && (me.data.me.mustBindMfa || pathname === TWO_FACTOR)) {
    return (
      <Suspense fallback={<FirstPaint />}>
        <BindMfa />
      </Suspense>
    );
  }
  if (me.data) return <Shell />;
  if (me.error instanceof CallRefused)
    return <Navigate to={signInPath(pathname + search)} replace />;
  return me.error ? <ScreenError /> : <FirstPaint />;
}
