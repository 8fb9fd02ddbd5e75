import { useState } from "react";

/** The last value that was there: a dialog that closes goes on showing what it showed. */
export function useLastValue<V>(value: V | null): V | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
