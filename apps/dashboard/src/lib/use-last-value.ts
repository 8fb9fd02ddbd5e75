import { useState } from "react";

/** The last value that was not null, so that a closing dialog keeps showing its content. */
export function useLastValue<V>(value: V | null): V | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
