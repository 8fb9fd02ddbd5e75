import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { serverReach } from "./server-reach.ts";
import { useOffline } from "./use-offline.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  serverReach.markReachable();
});

/** What the browser says of its network, and whether `/healthz` answers. */
function browserWith(network: { online: boolean; server: boolean }) {
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => network.online);
  const asked = vi.fn<() => Promise<Response>>(async () => {
    if (!network.server) throw new TypeError("Failed to fetch");
    return new Response("ok");
  });
  vi.stubGlobal("fetch", asked);
  return asked;
}

test("a machine without a network is not offline while the server on it answers", async () => {
  const asked = browserWith({ online: false, server: true });
  const { result } = renderHook(useOffline);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(result.current).toBe(false);
  act(() => serverReach.markUnreachable());
  expect(result.current).toBe(true);
  act(() => serverReach.markReachable());
  await waitFor(() => expect(result.current).toBe(false));
});

test("without a network and without an answer it is offline, until the network is back", async () => {
  const network = { online: false, server: false };
  browserWith(network);
  const { result } = renderHook(useOffline);
  await waitFor(() => expect(result.current).toBe(true));
  network.online = true;
  act(() => void dispatchEvent(new Event("online")));
  expect(result.current).toBe(false);
});
