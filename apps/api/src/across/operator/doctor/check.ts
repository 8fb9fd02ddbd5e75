/** One line of `operator doctor` (spec/operator#doctor). */
export interface Check {
  /** A variable by its name, or what was looked at. */
  name: string;
  /** `missing`: production needs it and it is not there; `wrong`: it is there and does not work. */
  state: "ok" | "missing" | "wrong";
  /** What was found; never a secret. */
  detail: string;
  /** What to do; empty where all is well. */
  cure: string;
}

export const ok = (name: string, detail: string): Check => ({
  name,
  state: "ok",
  detail,
  cure: "",
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

/** Of an error, without what it may quote of a password. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException };
  const inner = (error as { cause?: NodeJS.ErrnoException }).cause?.code;
  return inner ?? code ?? message.replaceAll(/:\/\/[^@\s/]*@/g, "://…@");
}
