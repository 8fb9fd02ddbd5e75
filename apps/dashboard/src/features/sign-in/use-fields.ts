/**
 * The fields of the sign-in pages' small forms. The screens inside use @mantine/form; here its
 * weight would break the first page's budget (quality: 150 kB).
 */
import { type ChangeEvent, type FormEvent, useState } from "react";
import type { CallRefused } from "../../lib/call.ts";

type Values = Record<string, string | boolean>;
type Validators<V extends Values> = { [K in keyof V]?: (value: V[K]) => string | null };

/** Such a page has one form. */
const go = (name: string) =>
  document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.focus();

/** Keeps values and faults; `validators` answer a sentence for a value that will not do. */
export function useFields<V extends Values>(initial: V, validators: Validators<V>) {
  const [values, setValues] = useState(initial);
  const [faults, setFaults] = useState<{ [K in keyof V]?: string | null }>({});
  const mark = (name: keyof V, fault: string | null) =>
    setFaults((before) => ({ ...before, [name]: fault }));
  /** Says what is wrong with a field, and goes there. */
  const fail = (name: keyof V & string, fault: string) => {
    mark(name, fault);
    go(name);
  };
  const set = <K extends keyof V>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    mark(name, null);
  };
  return {
    values,
    fail,
    /** Judges one field; where it will not do, says so and goes there. */
    passes: (name: keyof V & string): boolean => {
      const fault = validators[name]?.(values[name]) ?? null;
      if (fault !== null) fail(name, fault);
      return fault === null;
    },
    /** For `useAsk`: a refusal that names one of these fields is shown beside it. */
    beside: ({ field, msg }: CallRefused): boolean => {
      if (!field || !(field in values)) return false;
      fail(field, msg);
      return true;
    },
    text: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: faults[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.value as V[typeof name]),
    }),
    check: (name: keyof V & string) => ({
      name,
      checked: values[name] === true,
      error: faults[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.checked as V[typeof name]),
    }),
    /** Judges all, goes to the first that will not do, and otherwise sends. */
    submit: (send: (values: V) => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const names = Object.keys(values) as (keyof V & string)[];
      const found = names.map((name) => [name, validators[name]?.(values[name]) ?? null] as const);
      setFaults(Object.fromEntries(found) as { [K in keyof V]?: string | null });
      const first = found.find(([, fault]) => fault !== null);
      if (!first) return void send(values);
      go(first[0]);
    },
  };
}
