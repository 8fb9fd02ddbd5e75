import { useState } from "react";
import { type QuantityError, type QuantityRange, readQuantity } from "./quantity.ts";

/** A quantity of the selection, as typed and as read. */
export interface FieldQuantity {
  /** Null if it is not in range. */
  quantity: number | null;
  /** The field's name if the quantity cannot be bought. */
  invalid: string | null;
  /** For its `QuantityField`. */
  field: {
    field: string;
    range: QuantityRange;
    typed: number | string;
    /** What is shown to be wrong. */
    fault: QuantityError | null;
    onChange: (typed: number | string) => void;
    onBlur: () => void;
  };
}

/** A purchase's selection, and which of its fields have been left or sent and show their errors. */
export function useFields<V extends object>(initial: () => V, onChange: () => void) {
  const [values, setValues] = useState(initial);
  const [validated, setValidated] = useState<ReadonlySet<string>>(new Set());
  const set = (change: Partial<V>) => {
    setValues((before) => ({ ...before, ...change }));
    // Too low a number may just be unfinished.
    setValidated((before) => new Set([...before].filter((name) => !(name in change))));
    onChange();
  };
  const validate = (name: string) => setValidated((before) => new Set([...before, name]));
  return {
    values,
    set,
    isValidated: (name: string) => validated.has(name),
    validate,
    /** A purchase was tried with all of them. */
    validateAll: () => setValidated(new Set(Object.keys(values))),
    /** The field of this name, read as a quantity. */
    quantity: (name: keyof V & string, range: QuantityRange): FieldQuantity => {
      const typed = values[name] as number | string;
      const { quantity, why } = readQuantity(typed, range);
      // What is above the stock is said at once.
      const fault = why === "stock" || validated.has(name) ? why : null;
      const type = (next: number | string) => set({ [name]: next } as Partial<V>);
      const onBlur = () => validate(name);
      const field = { field: name, range, typed, fault, onChange: type, onBlur };
      return { quantity, invalid: why && name, field };
    },
  };
}
