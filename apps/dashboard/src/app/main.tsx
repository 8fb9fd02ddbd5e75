import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@fontsource-variable/inter/wght.css";
import "@turnpike/ui/theme.css";
import { MantineProvider } from "@mantine/core";
import { startTransition, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { followBrand } from "@turnpike/ui/lib/brand.ts";
import { trackFocus } from "@turnpike/ui/lib/focus-return.ts";
import { startI18n } from "@turnpike/ui/lib/i18n.ts";
import { keepPromoCode } from "../features/purchase/promo-code.ts";
import { stripLanding } from "../features/sign-in/landing.ts";
import { makeRouter } from "./router.tsx";
import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { followSession, settleSession } from "./follow-session.ts";
import { limitToRole } from "./limit-to-role.ts";
import { PageNotices } from "@turnpike/ui/PageNotices.tsx";
import { Toasts } from "@turnpike/ui/Toasts.tsx";
import { adoptFormerKeys } from "@turnpike/ui/lib/storage.ts";
import { theme } from "@turnpike/ui/theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
adoptFormerKeys();
stripLanding();
keepPromoCode(location.search);
trackFocus();
limitToRole();
// The router requests the screen's code while the translations load. Those of the titles and the
// frame are requested along with every screen's.
const words = startI18n(["ui", "shell"]);
const router = makeRouter(words.then(settleSession));
await words;
followSession(router);
followBrand((listener) => router.subscribe(listener));

// In slices of a few milliseconds, so that clicks and keys are not blocked.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Toasts />
        <PageNotices />
        <Suspense fallback={<FirstPaint />}>
          <RouterProvider router={router} />
        </Suspense>
      </MantineProvider>
    </StrictMode>,
  ),
);
