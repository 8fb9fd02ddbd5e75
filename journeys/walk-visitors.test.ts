/** Screens of visitors (spec/dashboard#public-routes); every route is opened somewhere. */
import { expect, it } from "vitest";
import { describeWalk, screens } from "./walk.ts";
import { newcomers, paths, visitors } from "./walk-paths.ts";

it("The walk covers every route", () => {
  const all = [...visitors, ...newcomers, ...paths];
  const walked = new Set(all.map((one) => one.split("?")[0]));
  // Screens that only a third party links to show nothing for long.
  const routes = screens.filter(({ autoLogin }) => !autoLogin).map((screen) => screen.path);
  expect(routes.filter((route) => !walked.has(route))).toEqual([]);
});

describeWalk(
  visitors.map((address) => ({ who: "visitor" as const, address })),
  "fr",
);
