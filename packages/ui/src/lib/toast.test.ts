import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let onLine: { mockReturnValue(value: boolean): unknown };
const shown = vi.fn<(loaded: typeof import("@mantine/notifications")) => void>();
async function fresh() {
  vi.resetModules();
  const loaded = await import("./toast.ts");
  loaded.onToast(shown);
  return loaded;
}
beforeEach(() => {
  shown.mockClear();
  onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
});
afterEach(() => vi.restoreAllMocks());

test("a toast about a network failure is shown with code loaded before", async () => {
  const { preloadToasts, toast } = await fresh();
  preloadToasts();
  onLine.mockReturnValue(false);
  await vi.waitFor(() => {
    toast.warning("The server cannot be reached.");
    expect(shown).toHaveBeenCalled();
  }, 10_000);
});

test("a toast that could not be shown without a network is not shown later", async () => {
  const { toast } = await fresh();
  onLine.mockReturnValue(false);
  toast.warning("There is no network.");
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  toast.success("Saved");
  await vi.waitFor(() => expect(shown).toHaveBeenCalled(), 10_000);
  // A late toast would come now, since its code is loaded.
  await sleep(50);
  expect(shown).toHaveBeenCalledOnce();
  const store = shown.mock.lastCall?.[0].notificationsStore.getState();
  const messages = store?.notifications.map(({ message }) => message);
  expect(messages).toContain("Saved");
  expect(messages).not.toContain("There is no network.");
});
