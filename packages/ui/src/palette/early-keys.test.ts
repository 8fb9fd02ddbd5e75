import { expect, it, vi } from "vitest";
import { bufferKey, startKeyBuffer, takeBufferedKeys } from "./early-keys.ts";

const press = (key: string, more: object = {}) => {
  const event = { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...more };
  const [preventDefault, stopPropagation] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const giveUp = vi.fn<() => void>();
  const done = bufferKey({ ...event, preventDefault, stopPropagation }, giveUp);
  expect(preventDefault.mock.calls.length).toBe(done ? 1 : 0);
  return { done, giveUp };
};

it("buffers keys typed before the field appears, but none before the palette was requested", () => {
  expect(press("g").done).toBe(false);
  startKeyBuffer();
  for (const key of ["g", "x", "Backspace", "h", "ß", "Enter"]) expect(press(key).done).toBe(true);
  for (const key of ["Shift", "ArrowDown", "Tab"]) expect(press(key).done).toBe(false);
  expect(press("k", { ctrlKey: true }).done).toBe(false);
  expect(takeBufferedKeys()).toEqual({ text: "ghß", entered: true });
  expect(press("h").done).toBe(false);
  expect(takeBufferedKeys()).toEqual({ text: "", entered: false });
});

it("stops at Escape: later keys go to the page", () => {
  startKeyBuffer();
  press("a");
  expect(press("Escape").giveUp).toHaveBeenCalledOnce();
  expect(press("b").done).toBe(false);
  expect(takeBufferedKeys().text).toBe("");
});
