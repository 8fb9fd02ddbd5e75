import { expect, it } from "vitest";
import { diskState } from "./disk.ts";

const GB = 1_000_000_000;
const MB = 1_000_000;

it.each([
  { freeBytes: 20 * GB, totalBytes: 100 * GB, state: "ok" },
  { freeBytes: 2 * GB, totalBytes: 100 * GB, state: "ok" },
  { freeBytes: 2 * GB - 1, totalBytes: 100 * GB, state: "low" },
  { freeBytes: 500 * MB, totalBytes: 10 * GB, state: "ok" },
  { freeBytes: 500 * MB - 1, totalBytes: 10 * GB, state: "low" },
  { freeBytes: 20 * MB, totalBytes: 10 * GB, state: "low" },
  { freeBytes: 20 * MB - 1, totalBytes: 10 * GB, state: "full" },
  { freeBytes: 0, totalBytes: 10 * GB, state: "full" },
])(
  "the free space on a disk of $freeBytes of $totalBytes bytes is $state",
  ({ state, ...space }) => {
    expect(diskState(space)).toBe(state);
  },
);
