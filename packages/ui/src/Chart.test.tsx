// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { Chart } from "./Chart.tsx";
import Drawing from "./ChartDrawing.tsx";
import { forBrowserTests, show } from "./testing/browser.tsx";

const wide = { width: 600, height: 200 };
forBrowserTests();
beforeAll(() => {
  // jsdom has no layout: the test sets the drawing's width.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      tell: ResizeObserverCallback;
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell;
      }
      observe() {
        this.tell([{ contentRect: wide } as ResizeObserverEntry], this);
      }
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => vi.restoreAllMocks());

test("points with the same label are all drawn and listed, without a React key warning", async () => {
  const warned = vi.spyOn(console, "error");
  const props = {
    kind: "bars" as const,
    points: [
      { label: "Nov", bytes: 1 },
      { label: "Nov", bytes: 2 },
    ],
    series: [{ key: "bytes", name: "Bytes" }],
    formatValue: String,
    summary: "Two Novembers",
  };
  show(<Chart {...props} />);
  // Rendered directly, since the chart loads its own lazily.
  const { container } = show(<Drawing {...props} />);
  expect(screen.getAllByRole("rowheader", { name: "Nov" })).toHaveLength(2);
  await vi.waitFor(() => expect(container.querySelectorAll("rect")).toHaveLength(2));
  expect(warned.mock.calls.flat().map(String).join()).not.toContain("same key");
});
