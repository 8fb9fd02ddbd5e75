import { useState } from "react";

/** A purchase's selection, and which of its fields have been left or sent and show their errors. */
export function useFields<V extends object>(initial: () => V, onChange: () => void) {
  const [values, setValues] = useState(initial);
  const [validated, setValidated] = useState<ReadonlySet<string>>(new Set());
  return {
    values,
    set: (change: Partial<V>) => {
      setValues((before) => ({ ...before, ...change }));
      // Too low a number may just be unfinished.
      setValidated((before) => new Set([...before].filter((name) => !(name in change))));
      onChange();
    },
    isValidated: (name: string) => validated.has(name),
    validate: (...names: string[]) => setValidated((before) => new Set([...before, ...names])),
  };
}
