/** The routes in React Router's terms. Who may see them is the guard's business (`Guard.tsx`). */
import { FirstPaint } from "@turnpike/ui/FirstPaint.tsx";
import { onceOnline } from "@turnpike/ui/lib/once-online.ts";
import type { ComponentType } from "react";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { screens } from "./navigation/screens.ts";
import { Guard } from "./shell/Guard.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { Permitted } from "./shell/Permitted.tsx";
import { ScreenError } from "./shell/ScreenError.tsx";

/** Fetched by a loader: where a route's `lazy` fails, the router draws an empty page. */
function lateRoute(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined;
  return {
    loader: async () => {
      Loaded ??= await onceOnline(load);
      return null;
    },
    // What a table keeps in the address is no navigation.
    shouldRevalidate: () => false,
    Component: () => Loaded && <Loaded />,
  };
}

function visitorRoute(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ...lateRoute(load) };
}

/** Makes the router. The link of a new person of the staff is `#link=…` at any path. */
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
              const { Component, ...route } = lateRoute(screen.load);
              return {
                path: screen.path,
                ...route,
                errorElement: <ScreenError />,
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
