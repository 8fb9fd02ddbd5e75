/** For tests of polling. */
import { onTestFinished, vi } from "vitest";

/** How many times faster intervals of a second or more run, until the test ends. */
const SPEED_UP = 20;

/** Call it before showing the screen. Intervals below a second stay unchanged. */
export function speedUpIntervals(): void {
  const originalSetInterval = globalThis.setInterval;
  const fasterSetInterval = (work: () => void, ms = 0) =>
    originalSetInterval(work, ms < 1_000 ? ms : ms / SPEED_UP);
  const spied = vi.spyOn(globalThis, "setInterval").mockImplementation(fasterSetInterval as never);
  onTestFinished(() => spied.mockRestore());
}
