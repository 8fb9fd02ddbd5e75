/** For tests of what a screen asks again and again. */
import { onTestFinished, vi } from "vitest";

/** Whoever asks every few seconds asks so many times as often, until the test ends. */
const TIMES = 20;

/** Call it before the screen is shown. Intervals below a second stay as they are. */
export function hurryIntervals(): void {
  const usual = globalThis.setInterval;
  const hurried = (work: () => void, ms = 0) => usual(work, ms < 1_000 ? ms : ms / TIMES);
  const spied = vi.spyOn(globalThis, "setInterval").mockImplementation(hurried as never);
  onTestFinished(() => spied.mockRestore());
}
