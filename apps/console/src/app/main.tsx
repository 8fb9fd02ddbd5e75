import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@fontsource-variable/inter/wght.css";
import "@turnpike/ui/theme.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { followBrand } from "@turnpike/ui/lib/brand.ts";
import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { trackFocus } from "@turnpike/ui/lib/focus-return.ts";
import { startI18n } from "@turnpike/ui/lib/i18n.ts";
import { adoptFormerKeys } from "@turnpike/ui/lib/storage.ts";
import { theme } from "@turnpike/ui/theme.ts";
import { PageNotices } from "@turnpike/ui/PageNotices.tsx";
import { Toasts } from "@turnpike/ui/Toasts.tsx";
import { startTransition, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { onSessionEnded } from "../lib/call.ts";
import { queryClient } from "../lib/queries.ts";
import { onSignedOut } from "../lib/signed-out.ts";
import { makeRouter } from "./router.tsx";
import { signInPath } from "./navigation/sign-in-path.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
adoptFormerKeys();
await startI18n(["ui", "console", "ledger"]);
const router = makeRouter();
onSessionEnded(() => {
  const { pathname, search } = router.state.location;
  if (pathname === "/sign-in" || pathname === "/welcome") return;
  void router.navigate(signInPath(pathname + search)).then(() => queryClient.clear());
});
// A tab with a session of its own, as without cookies, finds that it is still open.
onSignedOut(() => void queryClient.invalidateQueries());

trackFocus();
followBrand((listener) => router.subscribe(listener));
// In slices of a few milliseconds, so that clicks and keys are not blocked.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Toasts />
        <PageNotices />
        <QueryClientProvider client={queryClient}>
          <Suspense fallback={<FirstPaint />}>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
