import { useEffect, useRef, useState } from "react";
import { CallCancelled, CallRefused } from "../../lib/call.ts";
import { saveFile } from "../../lib/save-file.ts";
import { type LogFormat, logText, ROWS_MOST, walkLog } from "./log-export.ts";
import { type LogFilter, questionOf } from "./log-filter.ts";

export type ExportState =
  | { kind: "none" }
  | { kind: "walking"; done: number; total: number }
  /** `beyond`: so many rows matched and are not in the file. */
  | { kind: "saved"; done: number; total: number; beyond: number }
  | { kind: "failed"; done: number; total: number; msg: string };

const types = { csv: "text/csv", json: "application/json" } as const;

/** Walks the log and saves it; `close` ends a walk, leaving the screen too. */
export function useExport(filter: LogFilter) {
  const [state, setState] = useState<ExportState>({ kind: "none" });
  const walk = useRef<AbortController | null>(null);
  useEffect(() => () => walk.current?.abort(), []);
  const start = async (format: LogFormat) => {
    walk.current?.abort();
    const { signal } = (walk.current = new AbortController());
    let at = { done: 0, total: 0 };
    const onProgress = (done: number, total: number) => {
      at = { done, total };
      setState({ kind: "walking", ...at });
    };
    setState({ kind: "walking", ...at });
    try {
      const nowMs = Date.now();
      const { rows, total } = await walkLog(questionOf(filter, nowMs), {
        signal,
        onProgress,
      });
      const name = `request-log-${new Date(nowMs).toISOString().slice(0, 16).replace(":", "")}`;
      saveFile({ name: `${name}.${format}`, text: logText(rows, format), type: types[format] });
      setState({ kind: "saved", ...at, beyond: Math.max(0, total - ROWS_MOST) });
    } catch (error) {
      if (error instanceof CallCancelled) return setState({ kind: "none" });
      setState({ kind: "failed", ...at, msg: error instanceof CallRefused ? error.msg : "" });
    }
  };
  return {
    state,
    start: (format: LogFormat) => void start(format),
    close: () => {
      walk.current?.abort();
      setState({ kind: "none" });
    },
  };
}
