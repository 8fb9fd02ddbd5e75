// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { places } from "../../lib/places.ts";
import { screens } from "../navigation/routes.tsx";
import {
  handlesOwnKeys,
  shortcutReader,
  opensPalette,
  singleKeys,
} from "@turnpike/ui/palette/keys.ts";
import { goKeys } from "./go-keys.ts";

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  timeStamp: 0,
  ...more,
});

describe("g followed by a letter", () => {
  it("opens each menu entry, and only customers' screens", () => {
    const paths = Object.values<string>(goKeys);
    expect(Object.values(places).filter(({ to }) => !paths.includes(to))).toEqual([]);
    const customers = screens.filter(({ access }) => access === "customer");
    expect(paths.filter((to) => !customers.some(({ path }) => path === to))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
    const read = shortcutReader(goKeys);
    expect(read(press("g"))).toBeNull();
    expect(read(press("h"))).toEqual({ go: "/cli/home" });
    expect(read(press("h"))).toBeNull();
  });

  it("does nothing if the second key is late, unassigned or held with Ctrl", () => {
    const read = shortcutReader(goKeys);
    read(press("g"));
    expect(read(press("h", { timeStamp: 1_501 }))).toBeNull();
    read(press("g"));
    expect(read(press("x"))).toBeNull();
    expect(read(press("h"))).toBeNull();
    read(press("g"));
    expect(read(press("h", { ctrlKey: true }))).toBeNull();
    read(press("g", { metaKey: true }));
    expect(read(press("h"))).toBeNull();
  });

  it("works by key position on keyboards with another alphabet", () => {
    const read = shortcutReader(goKeys);
    read(press("п", { code: "KeyG" }));
    expect(read(press("р", { code: "KeyH" }))).toEqual({ go: "/cli/home" });
  });

  it("works by key label on other Latin layouts", () => {
    const read = shortcutReader(goKeys);
    read(press("g"));
    expect(read(press("a", { code: "KeyQ" }))).toEqual({ go: "/cli/promotion-plan" });
  });
});

it("? opens the list of shortcuts, / the search", () => {
  const read = shortcutReader(goKeys);
  expect(read(press("Shift", { shiftKey: true }))).toBeNull();
  expect(read(press("?", { shiftKey: true }))).toBe("keys");
  expect(read(press("/"))).toBe("search");
  expect(read(press("/", { isComposing: true }))).toBeNull();
});

it("Ctrl K, on a Mac ⌘ K, opens the palette unless another modifier is held", () => {
  expect(opensPalette(press("k", { ctrlKey: true }), false)).toBe(true);
  expect(opensPalette(press("л", { code: "KeyK", ctrlKey: true }), false)).toBe(true);
  expect(opensPalette(press("k", { metaKey: true }), false)).toBe(false);
  expect(opensPalette(press("k", { ctrlKey: true }), true)).toBe(false);
  expect(opensPalette(press("k", { metaKey: true }), true)).toBe(true);
  expect(opensPalette(press("k", { ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(opensPalette(press("k"), false)).toBe(false);
});

describe("single-key shortcuts are left to the focused element:", () => {
  afterEach(() => document.body.replaceChildren());
  const inside = (html: string) => {
    document.body.innerHTML = html;
    return document.querySelector("[data-here]");
  };

  it.each([
    ["a field", "<input data-here>", true],
    ["an area", "<textarea data-here></textarea>", true],
    ["a menu", "<div role=menu><button data-here></button></div>", true],
    ["editable text", "<div contenteditable><b data-here></b></div>", true],
    ["no tick", "<input type=checkbox data-here>", false],
    ["no button", "<button data-here></button>", false],
    ["an open dialog", "<div aria-modal=true><button data-here></button></div>", true],
  ])("%s", (_what, html, taken) => {
    expect(handlesOwnKeys(inside(html))).toBe(taken);
  });
});

it("single-key shortcuts are on until they are switched off in this browser", () => {
  expect(singleKeys.on()).toBe(true);
  singleKeys.set(false);
  expect(singleKeys.on()).toBe(false);
  singleKeys.set(true);
  expect(singleKeys.on()).toBe(true);
});
