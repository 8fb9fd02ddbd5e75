/** The React Router routes. `Guard.tsx` decides who may see them. */
import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import type { ComponentType } from "react";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { screens } from "./navigation/screens.ts";
import { Guard } from "./shell/Guard.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { Permitted } from "./shell/Permitted.tsx";
import { ScreenError } from "@turnpike/ui/shell/ScreenError.tsx";

/** Loads in a `loader`: if a route's `lazy` fails, the router renders an empty page. */
function lazyRoute(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  return {
    loader: async () => {
      Loaded ??= await onceOnline(load);
      return null;
    },
    // Search parameters only hold table state; changing them must not reload the route.
    shouldRevalidate: () => false,
    Component: () => Loaded && <Loaded />,
  };
}

function visitorRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ...lazyRoute(load) };
}

/** Creates the router. The invitation link of a new staff member is `#link=…` at any path. */
export function makeRouter() {
  return createBrowserRouter([
    {
      HydrateFallback: FirstPaint,
      errorElement: <ScreenError />,
      children: [
        visitorRoute(
          "/sign-in",
          async () => (await import("../features/sign-in/SignIn.tsx")).SignIn,
        ),
        visitorRoute(
          "/welcome",
          async () => (await import("../features/sign-in/Welcome.tsx")).Welcome,
        ),
        {
          loader: () =>
            location.hash.startsWith("#link=") ? redirect(`/welcome${location.hash}`) : null,
          shouldRevalidate: () => false,
          Component: Guard,
          children: [
            ...screens.map((screen): RouteObject => {
              const { Component, ...route } = lazyRoute(screen.load);
              return {
                path: screen.path,
                ...route,
                errorElement: <ScreenError inShell />,
                Component: () => (
                  <Permitted screen={screen}>
                    <Component />
                  </Permitted>
                ),
              };
            }),
            { path: "*", Component: NotFound },
          ],
        },
      ],
    },
  ]);
}
