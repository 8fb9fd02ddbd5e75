/** Vitest's setupFiles: a worker's test files share modules and the window, and leave nothing in it. */
import * as React from "react";
import { afterAll } from "vitest";

const internals = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";

/**
 * React's development build takes a stack trace for each element, for its error messages: a fifth of a
 * test's time. It takes none above 10,000 elements a second.
 */
Object.defineProperty(Reflect.get(React, internals), "recentlyCreatedOwnerStacks", {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => {},
  configurable: true,
});

afterAll(() => {
  // A few files ask for no window.
  if (typeof window === "undefined") return;
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
});
