/** The routes in React Router's terms; the guard runs before each navigation. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { decideNavigation, SIGN_IN, SIGNED_IN } from "./guard.ts";
import { cancelRequests } from "./lib/call.ts";
import { keepNext, takeNext } from "./lib/next-path.ts";
import { sessionToken } from "./lib/session.ts";
import { signInPage } from "./lib/sign-in-page.ts";
import { redirects, type Screen, screens } from "./routes.tsx";
import { FirstPaint } from "./shell/FirstPaint.tsx";
import { ScreenFailed } from "./shell/ScreenFailed.tsx";
import { Titled } from "./shell/Titled.tsx";

/** Leads to the sign-in page, and from there back to where one wanted to go. */
function toSignIn(wanted: string) {
  const { external, url } = signInPage(wanted);
  if (!external) keepNext(wanted);
  return redirect(url);
}

function routeOf(screen: Screen, settled: Promise<void>): RouteObject {
  return {
    path: screen.path,
    loader: async ({ request }) => {
      cancelRequests();
      await settled;
      const verdict = decideNavigation({ ...screen, hasSession: sessionToken() !== "" });
      if (verdict.pass) return null;
      return verdict.to === SIGN_IN ? toSignIn(request.url) : redirect(verdict.to);
    },
    // What a table keeps in the address is no navigation.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    errorElement: <ScreenFailed inShell={screen.access === "customer"} />,
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

/**
 * Makes the router; the shell around customers' screens is a chunk of its own. The first screen
 * waits until it is settled whose session this is.
 */
export function makeRouter(settled: Promise<void>) {
  const customers = screens.filter(({ access }) => access === "customer");
  const others = screens.filter((screen) => !customers.includes(screen));
  return createBrowserRouter([
    {
      HydrateFallback: FirstPaint,
      errorElement: <ScreenFailed />,
      children: [
        ...Object.entries(redirects).map(([path, to]) => ({ path, loader: () => redirect(to) })),
        { path: SIGNED_IN, loader: () => redirect(takeNext()) },
        ...others.map((screen) => routeOf(screen, settled)),
        {
          lazy: async () => ({ Component: (await import("./shell/Shell.tsx")).Shell }),
          children: customers.map((screen) => routeOf(screen, settled)),
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
