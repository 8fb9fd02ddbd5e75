import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@fontsource-variable/inter/wght.css";
import "./theme.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router";
import { startI18n } from "./lib/i18n.ts";
import { queryClient } from "./lib/queries.ts";
import { makeRouter } from "./router.tsx";
import { FirstPaint } from "./shell/FirstPaint.tsx";
import { followSession } from "./shell/follow-session.ts";
import { cssVariables, theme } from "./theme.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
await startI18n();
const router = makeRouter();
followSession(router);

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="top-right" limit={4} />
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={<FirstPaint />}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
