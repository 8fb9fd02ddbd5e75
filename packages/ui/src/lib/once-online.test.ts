import { afterEach, expect, test, vi } from "vitest";
import { onceOnline } from "./once-online.ts";

afterEach(() => vi.restoreAllMocks());
const load = () => vi.fn<() => Promise<string>>().mockResolvedValue("code");

test("code is loaded at once if there is a network", async () => {
  const wanted = load();
  const loaded = onceOnline(wanted);
  expect(wanted).toHaveBeenCalledOnce();
  expect(await loaded).toBe("code");
});

test("code is not loaded until there is a network", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const wanted = load();
  const loaded = onceOnline(wanted);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(wanted).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});

test("code is loaded without a network if a local server responds", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}"));
  expect(await onceOnline(load())).toBe("code");
});
