import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { callApi } from "../lib/call.ts";
import { serverReach } from "@turnpike/ui/lib/server-reach.ts";
import { keepGlobals } from "./globals.ts";
import { savedFiles } from "./saved-files.ts";
import { NoAnswer, showScreen } from "./screen.tsx";

const Button = () => <button type="button">Press</button>;

test("what a test replaces, stores or shows is gone for the next file", () => {
  const { href } = location;
  const replaced = (): unknown[] => [
    Reflect.get(HTMLAnchorElement.prototype, "click"),
    Reflect.get(URL, "createObjectURL"),
    fetch,
  ];
  const before = replaced();
  const putBack = keepGlobals();
  savedFiles();
  Object.defineProperty(navigator, "clipboard", { value: {}, configurable: true });
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  localStorage.setItem("a", "1");
  document.cookie = "lang=de; Path=/";
  history.replaceState(null, "", "/cli/live?x=1");
  document.body.append("left");
  putBack();
  expect(replaced()).toEqual(before);
  expect([navigator.clipboard, document.visibilityState]).toEqual([undefined, "visible"]);
  expect(navigator.onLine).toBe(true);
  expect([localStorage.length, document.cookie, location.href]).toEqual([0, "", href]);
  expect(document.body.textContent).toBe("");
});

test("an event at an element that has left the page fails at once, and names it", async () => {
  const { end } = await showScreen({ screen: Button, area: [], path: "/", answers: {} });
  const button = screen.getByRole("button", { name: "Press" });
  fireEvent.click(button);
  await end();
  expect(() => fireEvent.click(button)).toThrow("click: <button> “Press” has left the page");
});

test("a request that fails as its screen ends leaves no toast and no “unreachable” behind", async () => {
  const answers = { "/v1/coupons": () => new Promise(() => {}), "/v1/order": () => new NoAnswer() };
  const { end } = await showScreen({ screen: Button, area: [], path: "/", answers });
  const failed = [callApi("coupons", {}), callApi("placeOrder", {} as never)].map((call) =>
    call.then(
      () => false,
      () => true,
    ),
  );
  await end();
  expect(await Promise.all(failed)).toEqual([true, true]);
  const shown = await showScreen({ screen: Button, area: [], path: "/", answers });
  expect(document.querySelectorAll(".mantine-Notification-root")).toHaveLength(0);
  expect(serverReach.isUnreachable()).toBe(false);
  await shown.end();
});
