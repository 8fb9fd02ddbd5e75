/**
 * Vitest's setupFiles: test files of a worker share modules and the window. What tests replace is
 * put back here, so that no file depends on those that ran before.
 */
import * as React from "react";
import { afterAll, afterEach, vi } from "vitest";
import { keepGlobals, refuseLostEvents } from "./globals.ts";

const internals = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

/**
 * React's development build captures a stack trace per element for its error messages, which takes
 * a fifth of a test's time. It captures none above 10,000 elements a second.
 */
Object.defineProperty(Reflect.get(React, internals), "recentlyCreatedOwnerStacks", {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
  configurable: true,
});

refuseLostEvents();
// As the API writes it into the page.
const brand = document.head.appendChild(document.createElement("script"));
brand.id = "brand";
brand.type = "application/json";
brand.textContent = JSON.stringify({ name: "Nordlicht" });
const putBack = keepGlobals();

afterEach(() => {
  vi.restoreAllMocks();
  if (!vi.isFakeTimers()) return;
  vi.useRealTimers();
  throw new Error("This test leaves fake timers: call vi.useRealTimers()");
});
afterAll(putBack);
