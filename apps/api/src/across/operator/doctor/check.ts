/** One line of `operator doctor` output (spec/operator#doctor). */
export interface Check {
  /** The name of a variable, or of what was checked. */
  name: string;
  /**
   * `missing`: production needs it, but it is absent; `wrong`: it is present but does not work;
   * `warning`: it works, but somebody should decide.
   */
  state: "ok" | "warning" | "missing" | "wrong";
  /** What was found; never contains secrets. */
  detail: string;
  /** How to fix it; empty if there is nothing to fix. */
  cure: string;
}

export const ok = (name: string, detail: string): Check => ({
  name,
  state: "ok",
  detail,
  cure: "",
});

export const warning = (name: string, detail: string, cure: string): Check => ({
  name,
  state: "warning",
  detail,
  cure,
});

export const missing = (name: string, detail: string, cure: string): Check => ({
  name,
  state: "missing",
  detail,
  cure,
});

export const wrong = (name: string, detail: string, cure: string): Check => ({
  name,
  state: "wrong",
  detail,
  cure,
});

/** The reason of an error, with passwords in URLs removed. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const inner = (error as { cause?: NodeJS.ErrnoException }).cause?.code;
  return inner ?? code ?? message.replaceAll(/:\/\/[^@\s/]*@/g, "://…@");
}
