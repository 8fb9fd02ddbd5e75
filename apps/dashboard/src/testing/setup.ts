/** Vitest's setupFiles: test files of a worker share modules and the window, so this cleans up. */
import * as React from "react";
import { afterAll } from "vitest";

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

afterAll(() => {
  // A few test files use no window.
  if (typeof window === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
