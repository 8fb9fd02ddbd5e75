import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A fresh module, since it remembers that something was lost. */
async function fresh() {
  vi.resetModules();
  return import("./storage.ts");
}
beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** As in a browser that blocks site data: reading the property throws. */
function block(name: "localStorage" | "sessionStorage"): void {
  vi.spyOn(globalThis, name, "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
}
const full = () => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

test("values are stored, and nothing is reported", async () => {
  const { browserStore, useStorageLost } = await fresh();
  browserStore.set("a", "1");
  expect(localStorage.getItem("a")).toBe("1");
  expect(browserStore.get("a")).toBe("1");
  browserStore.remove("a");
  expect(browserStore.get("a")).toBeNull();
  expect(renderHook(useStorageLost).result.current).toBe(false);
});

test("where site data is blocked, values last as long as the page, which is reported", async () => {
  const { browserStore, tabStore, useStorageLost } = await fresh();
  block("localStorage");
  block("sessionStorage");
  for (const store of [browserStore, tabStore]) {
    expect(store.get("a")).toBeNull();
    store.set("a", "1");
    expect(store.get("a")).toBe("1");
    expect(store.keys()).toEqual(["a"]);
    store.remove("a");
    expect(store.get("a")).toBeNull();
    expect(store.keys()).toEqual([]);
  }
  expect(renderHook(useStorageLost).result.current).toBe(true);
});

test("where storage is full, the new value counts and the old one does not come back", async () => {
  const { browserStore, useStorageLost } = await fresh();
  browserStore.set("token", "old");
  const set = vi.spyOn(Storage.prototype, "setItem").mockImplementation(full);
  browserStore.set("token", "new");
  expect(browserStore.get("token")).toBe("new");
  expect(localStorage.getItem("token")).toBeNull();
  expect(renderHook(useStorageLost).result.current).toBe(true);
  set.mockRestore();
  browserStore.set("token", "newest");
  expect(localStorage.getItem("token")).toBe("newest");
});

test("what the first releases kept is moved to its new name, once, and nothing else is touched", async () => {
  const { adoptFormerKeys } = await fresh();
  const former = (name: string) => `turnpike.${name}`;
  localStorage.setItem(former("session"), "token");
  localStorage.setItem(former("views.ada.static"), "[1]");
  localStorage.setItem(former("lang"), "de");
  localStorage.setItem("app.lang", "fr");
  localStorage.setItem("analytics.session", "theirs");
  localStorage.setItem(former("other"), "theirs");
  adoptFormerKeys();
  adoptFormerKeys();
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
    "app.session": "token",
    "app.views.ada.static": "[1]",
    "app.lang": "fr",
    "analytics.session": "theirs",
    [former("other")]: "theirs",
  });
});
