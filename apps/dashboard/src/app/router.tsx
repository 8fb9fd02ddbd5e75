/** The routes for React Router; the guard runs before each navigation. */
import type { ComponentType } from "react";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { decideNavigation } from "./navigation/guard.ts";
import { cancelRequests } from "../lib/call.ts";
import { keepNext, takeNext } from "../lib/next-path.ts";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import { sessionToken } from "../lib/session.ts";
import { SIGN_IN, SIGNED_IN, signInPage } from "../lib/sign-in-page.ts";
import { redirects, type Screen, screens } from "./navigation/routes.tsx";
import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { ScreenError } from "@turnpike/ui/shell/ScreenError.tsx";
import { DocumentTitle } from "./shell/DocumentTitle.tsx";

/** Redirects to the sign-in page, which returns to the wanted address afterwards. */
function toSignIn(wanted: string) {
  const { external, url } = signInPage(wanted);
  if (!external) keepNext(wanted);
  return redirect(url);
}

/**
 * A component that is loaded separately. A loader fetches it: if a route's `lazy` fails, the router
 * renders an empty page instead of the route's `errorElement`.
 */
function lazyRoute(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  return {
    fetch: async () => {
      Loaded ??= await onceOnline(load);
      return null;
    },
    Component: () => Loaded && <Loaded />,
  };
}

function routeOf(screen: Screen, settled: Promise<void>): RouteObject {
  const { fetch, Component } = lazyRoute(screen.load);
  return {
    path: screen.path,
    loader: async ({ request }) => {
      cancelRequests();
      const code = fetch();
      // A redirect does not wait for the screen's code.
      code.catch(() => undefined);
      await settled;
      const verdict = decideNavigation({ ...screen, hasSession: sessionToken() !== "" });
      if (verdict.pass) return code;
      return verdict.to === SIGN_IN ? toSignIn(request.url) : redirect(verdict.to);
    },
    // A table's state in the query string is not a navigation.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    errorElement: <ScreenError inShell={screen.access === "customer"} />,
    Component: () => (
      <DocumentTitle title={screen.title}>
        <Component />
      </DocumentTitle>
    ),
  };
}

/**
 * Creates the router; the shell around customers' screens is a chunk of its own. The first screen
 * waits until `settled`, when it is clear whose session this is.
 */
export function makeRouter(settled: Promise<void>) {
  const customers = screens.filter(({ access }) => access === "customer");
  const others = screens.filter((screen) => !customers.includes(screen));
  const shell = lazyRoute(async () => (await import("./shell/Shell.tsx")).Shell);
  const notFound = lazyRoute(async () => (await import("./shell/NotFound.tsx")).NotFound);
  return createBrowserRouter([
    {
      HydrateFallback: FirstPaint,
      errorElement: <ScreenError />,
      children: [
        ...Object.entries(redirects).map(([path, to]) => ({ path, loader: () => redirect(to) })),
        { path: SIGNED_IN, loader: () => redirect(takeNext()) },
        ...others.map((screen) => routeOf(screen, settled)),
        {
          loader: shell.fetch,
          shouldRevalidate: () => false,
          Component: shell.Component,
          children: customers.map((screen) => routeOf(screen, settled)),
        },
        {
          path: "*",
          loader: notFound.fetch,
          Component: () => (
            <DocumentTitle title="notFound">
              <notFound.Component />
            </DocumentTitle>
          ),
        },
      ],
    },
  ]);
}
