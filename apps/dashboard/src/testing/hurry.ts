/** For tests of polling. */
import { onTestFinished, vi } from "vitest";

/** How many times faster intervals of a second or more run, until the test ends. */
const TIMES = 20;

/** Call it before showing the screen. Intervals below a second stay unchanged. */
export function hurryIntervals(): void {
  const usual = globalThis.setInterval;
  const hurried = (work: () => void, ms = 0) => usual(work, ms < 1_000 ? ms : ms / TIMES);
  const spied = vi.spyOn(globalThis, "setInterval").mockImplementation(hurried as never);
  onTestFinished(() => spied.mockRestore());
}
