/** Vitest's setupFiles for tests that need no window: calls only need to know where the API is. */
Object.defineProperty(globalThis, "location", {
  value: new URL("http://localhost:3000/"),
  configurable: true,
});
