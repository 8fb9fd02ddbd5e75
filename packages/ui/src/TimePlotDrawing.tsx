/** Draws a TimePlot with uPlot; a separate module, so that only screens with plots load it. */
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { ChartTip, chartColour } from "./ChartTip.tsx";
import { clearColourCache, plotOptions } from "./plot-options.ts";
import type { DrawingProps } from "./TimePlot.tsx";
import { nearestIndex, timesOf } from "./time-plot-shape.ts";

export default function TimePlotDrawing(props: DrawingProps) {
  const { ref: measured, width } = useElementSize();
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const boxRef = useMergedRef(measured, setBox);
  const { tip, follow, leave } = usePlot(props, box, width);
  const { columns, heightPx } = props;
  return (
    <div aria-hidden onPointerMove={follow} onPointerDown={follow} onPointerLeave={leave}>
      <div ref={boxRef} style={{ height: heightPx }} />
      {tip && (
        <ChartTip
          label={props.formatAt(timesOf(columns)[tip.index] ?? 0)}
          lines={props.series.map(({ name, colour }, at) => ({
            name,
            text: props.formatValue(columns[at + 1]?.[tip.index] ?? 0),
            colour: chartColour(colour),
          }))}
          x={tip.x}
          width={width}
        />
      )}
    </div>
  );
}

/** Draws the plot in its box and keeps it in sync with the props; `tip`: point under the cursor. */
function usePlot(props: DrawingProps, box: HTMLDivElement | null, width: number) {
  const latest = useRef(props);
  const drawn = useRef<uPlot | null>(null);
  /** Where the mouse rests, in pixels of the plot: moving content passes beneath it. */
  const resting = useRef<number | null>(null);
  const [tip, setTip] = useState<{ index: number; x: number } | null>(null);
  const { columns, shown, cursorAt, heightPx } = props;
  const visible = width > 0;
  const colours = props.series.map(({ colour }) => colour).join();

  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (!visible || !box) return;
    const size = { width: box.clientWidth, height: latest.current.heightPx };
    const options = plotOptions(() => latest.current, size);
    const plot = new uPlot(options, latest.current.shown as uPlot.AlignedData, box);
    drawn.current = plot;
    return () => {
      drawn.current = null;
      plot.destroy();
    };
  }, [visible, box, colours]);
  useEffect(() => {
    if (visible) drawn.current?.setSize({ width, height: heightPx });
  }, [visible, width, heightPx]);
  useEffect(() => {
    drawn.current?.setData(shown as uPlot.AlignedData);
    const { current: left } = resting;
    if (left !== null && drawn.current) latest.current.onCursor(momentAt(drawn.current, left));
  }, [shown, colours, props.windowMs]);
  useEffect(() => {
    // Labels and limits may have changed without a new point.
    drawn.current?.redraw(true, true);
  }, [props.formatTick, props.unit, props.limitLabel, props.reach.limit]);
  useEffect(() => onNewColours(() => drawn.current?.redraw(false)), []);
  useEffect(() => {
    const plot = drawn.current;
    if (!plot) return;
    const index = cursorAt === null ? -1 : nearestIndex(timesOf(columns), cursorAt);
    const x = index < 0 ? -10 : plot.valToPos(timesOf(columns)[index] ?? 0, "x");
    // Move the cursor away first: uPlot does not redraw its dots while the value stays the same.
    plot.setCursor({ left: -10, top: -10 }, false);
    if (x >= 0) plot.setCursor({ left: x, top: 0 }, false);
    setTip(index < 0 || x < 0 ? null : { index, x: x + plot.over.offsetLeft });
  }, [columns, colours, cursorAt, visible, width]);
  const follow = (event: PointerEvent) => {
    const plot = drawn.current;
    if (!plot) return;
    const left = event.clientX - plot.over.getBoundingClientRect().left;
    resting.current = event.pointerType === "mouse" ? left : null;
    props.onCursor(momentAt(plot, left));
  };
  const leave = (event: PointerEvent) => {
    // On touch devices the selected values stay visible after the finger is lifted.
    if (event.pointerType !== "mouse") return;
    resting.current = null;
    props.onCursor(null);
  };
  return { tip, follow, leave };
}

/** Returns the time at a pixel; null outside the plot. */
function momentAt(plot: uPlot, left: number): number | null {
  if (left < 0 || left > plot.over.clientWidth) return null;
  const times = plot.data[0] as unknown as Float64Array;
  return times[nearestIndex(times, plot.posToVal(left, "x"))] ?? null;
}

/** Calls the listener after each change between light and dark. */
function onNewColours(listener: () => void): () => void {
  const watcher = new MutationObserver(() => {
    clearColourCache();
    listener();
  });
  watcher.observe(document.documentElement, {
    attributeFilter: ["data-mantine-color-scheme"],
  });
  return () => watcher.disconnect();
}
