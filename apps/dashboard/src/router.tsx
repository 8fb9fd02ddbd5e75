/** The routes in React Router's terms; the guard runs before each navigation. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { decideNavigation } from "./guard.ts";
import { cancelRequests } from "./lib/call.ts";
import { sessionToken } from "./lib/session.ts";
import { redirects, type Screen, screens } from "./routes.tsx";
import { FirstPaint } from "./shell/FirstPaint.tsx";
import { ScreenFailed } from "./shell/ScreenFailed.tsx";
import { Titled } from "./shell/Titled.tsx";

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    loader: () => {
      cancelRequests();
      const verdict = decideNavigation({ ...screen, hasSession: sessionToken() !== "" });
      return verdict.pass ? null : redirect(verdict.to);
    },
    // What a table keeps in the address is no navigation.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    errorElement: <ScreenFailed />,
    lazy: async () => {
      const Loaded = await screen.load();
      return {
        Component: () => (
          <Titled title={screen.title}>
            <Loaded />
          </Titled>
        ),
      };
    },
  };
}

/** Makes the router; the shell around customers' screens is a chunk of its own. */
export function makeRouter() {
  const customers = screens.filter(({ access }) => access === "customer");
  const others = screens.filter((screen) => !customers.includes(screen));
  return createBrowserRouter([
    {
      HydrateFallback: FirstPaint,
      errorElement: <ScreenFailed />,
      children: [
        ...Object.entries(redirects).map(([path, to]) => ({ path, loader: () => redirect(to) })),
        ...others.map(routeOf),
        {
          lazy: async () => ({ Component: (await import("./shell/Shell.tsx")).Shell }),
          children: customers.map(routeOf),
        },
        {
          path: "*",
          lazy: async () => {
            const { NotFound } = await import("./screens/not-found/NotFound.tsx");
            return {
              Component: () => (
                <Titled title="notFound">
                  <NotFound />
                </Titled>
              ),
            };
          },
        },
      ],
    },
  ]);
}
