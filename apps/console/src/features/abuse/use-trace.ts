import i18next from "i18next";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { type FormEvent, useState } from "react";
import { type CallResult, CallRefused, type CallInput } from "../../lib/call.ts";
import { useCallMutation } from "../../lib/queries.ts";

export type TracedConnection = CallResult<"trace">["connections"][number];
export type TraceField = "exit" | "at" | "target" | "window" | "connection" | "reason";
export interface TraceResult {
  connections: TracedConnection[];
  more: boolean;
  /** Null if the search was by request id. */
  question: CallInput<"trace"> | null;
}

const requiredFields = {
  exit: ["exit", "at", "reason"],
  request: ["connection", "reason"],
} as const;

type Values = Record<TraceField, string>;

function questionOf({ exit, at, target, window, reason }: Values): CallInput<"trace"> {
  const seconds = Number(window);
  return {
    exit,
    at,
    reason,
    ...(target.trim() ? { target } : {}),
    // -1 for anything but an integer, so that the API refuses it and names the field.
    ...(window.trim() ? { window: Number.isInteger(seconds) ? seconds : -1 } : {}),
  };
}

/** Runs a trace by exit or by request id. */
function useTraceCalls() {
  const [result, setResult] = useState<TraceResult | null>(null);
  const byExit = useCallMutation("trace", { quiet: true });
  const byRequest = useCallMutation("traceRequest", { quiet: true });
  const look = (by: "exit" | "request", values: Values, onError: (error: Error) => void) => {
    setResult(null);
    if (by === "exit") {
      const question = questionOf(values);
      const onSuccess = (found: CallResult<"trace">) => setResult({ ...found, question });
      byExit.mutate(question, { onSuccess, onError });
      return;
    }
    const onSuccess = ({ connection }: CallResult<"traceRequest">) =>
      setResult({ connections: connection ? [connection] : [], more: false, question: null });
    const { connection, reason } = values;
    byRequest.mutate({ connection, reason }, { onSuccess, onError });
  };
  const clear = () => setResult(null);
  return { result, look, clear, busy: byExit.isPending || byRequest.isPending };
}

/** State of the trace form and its result. All fields but the reason are kept in the URL. */
export function useTrace() {
  const [urlValues, setUrlValues] = useUrlText([
    "by",
    "exit",
    "at",
    "target",
    "window",
    "connection",
  ]);
  const [values, setValues] = useState<Values>({ ...urlValues, reason: "" });
  const by: "exit" | "request" = urlValues.by === "request" ? "request" : "exit";
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [fault, setFault] = useState("");
  const { result, look, clear, busy } = useTraceCalls();
  const onError = (error: Error) => {
    const field = error instanceof CallRefused ? error.field : undefined;
    if (field && field in values) setErrors({ [field]: error.message });
    else setFault(error.message);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = requiredFields[by].filter((name) => !values[name].trim());
    setErrors(Object.fromEntries(empty.map((name) => [name, i18next.t("ui:act.missing")])));
    setFault("");
    if (empty.length > 0) return;
    const { connection, exit, at, target, window } = values;
    setUrlValues(by === "exit" ? { exit, at, target, window } : { connection });
    look(by, values, onError);
  };
  const set = (field: TraceField, text: string) => {
    setValues((before) => ({ ...before, [field]: text }));
    setErrors(({ [field]: _gone, ...others }) => others);
  };
  const setBy = (next: string) => {
    setUrlValues({ by: next === "request" ? next : "" });
    clear();
    setErrors({});
    setFault("");
  };
  return { by, setBy, values, set, errors, fault, result, submit, busy };
}
