import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverReach, useServerPace } from "./server-reach.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("the page says after 5 s that it takes longer, and no more once the answer is there (spec/dashboard#answers)", async () => {
  const { result } = renderHook(useServerPace);
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = serverReach.watch(promise);
  await after(4_900);
  expect(result.current).toBe("usual");
  await after(200);
  expect(result.current).toBe("slow");
  resolve("done");
  await after(0);
  expect(await answer).toBe("done");
  expect(result.current).toBe("usual");
});

test("a part of the page that does not arrive is an error after 14 s, until it arrives (spec/dashboard#answers)", async () => {
  const { result } = renderHook(useServerPace);
  const { promise, reject } = Promise.withResolvers<string>();
  const part = serverReach.watchPart(promise).catch(() => "failed");
  await after(13_900);
  expect(result.current).toBe("slow");
  await after(200);
  expect(result.current).toBe("late");
  reject(new Error("gone"));
  await after(0);
  expect(await part).toBe("failed");
  expect(result.current).toBe("usual");
});
