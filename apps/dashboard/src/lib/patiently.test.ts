import { afterEach, expect, test, vi } from "vitest";
import { patiently } from "./patiently.ts";

const waits = [1, 1];
afterEach(() => vi.restoreAllMocks());
const broken = (times: number) => {
  const load = vi.fn<() => Promise<string>>();
  for (let at = 0; at < times; at++) load.mockRejectedValueOnce(new TypeError("failed"));
  return load.mockResolvedValue("code");
};

test("what fails is loaded again, until it is there", async () => {
  const load = broken(2);
  expect(await patiently(load, waits)).toBe("code");
  expect(load).toHaveBeenCalledTimes(3);
});

test("what stays away is given up with its reason", async () => {
  const load = broken(3);
  await expect(patiently(load, waits)).rejects.toThrow("failed");
  expect(load).toHaveBeenCalledTimes(3);
});

test("without a network nothing is tried before there is one", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const load = broken(1);
  const loaded = patiently(load, waits);
  const longer = new Promise((resolve) => setTimeout(resolve, 20, "waits"));
  expect(await Promise.race([loaded, longer])).toBe("waits");
  expect(load).toHaveBeenCalledOnce();
  online.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});
