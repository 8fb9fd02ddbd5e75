/**
 * The fields of the sign-in pages' small forms. The screens inside use @mantine/form, whose size
 * would exceed the first page's budget here (quality: 150 kB).
 */
import { type ChangeEvent, type FormEvent, useState } from "react";
import type { CallRefused } from "../../lib/call.ts";

type Values = Record<string, string | boolean>;
type Validators<V extends Values> = { [K in keyof V]?: (value: V[K]) => string | null };

/** These pages have one form each. */
const focusField = (name: string) =>
  document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.focus();

/** Keeps values and errors; `validators` return a message for an invalid value. */
export function useFields<V extends Values>(initial: V, validators: Validators<V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<{ [K in keyof V]?: string | null }>({});
  const setError = (name: keyof V, error: string | null) =>
    setErrors((before) => ({ ...before, [name]: error }));
  /** Shows an error at a field and focuses it. */
  const fail = (name: keyof V & string, fault: string) => {
    setError(name, fault);
    focusField(name);
  };
  const set = <K extends keyof V>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setError(name, null);
  };
  return {
    values,
    fail,
    /** Validates one field; if it is invalid, shows the error and focuses it. */
    validate: (name: keyof V & string): boolean => {
      const fault = validators[name]?.(values[name]) ?? null;
      if (fault !== null) fail(name, fault);
      return fault === null;
    },
    /** For `useCommand`: a refusal that names one of these fields is shown at it. */
    showRefusal: ({ field, msg }: CallRefused): boolean => {
      if (!field || !(field in values)) return false;
      fail(field, msg);
      return true;
    },
    text: (name: keyof V & string) => ({
      name,
      value: String(values[name]),
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.value as V[typeof name]),
    }),
    check: (name: keyof V & string) => ({
      name,
      checked: values[name] === true,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.checked as V[typeof name]),
    }),
    /** Validates all fields; focuses the first invalid one, or else sends. */
    submit: (send: (values: V) => Promise<void>) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const names = Object.keys(values) as (keyof V & string)[];
      const found = names.map((name) => [name, validators[name]?.(values[name]) ?? null] as const);
      setErrors(Object.fromEntries(found) as { [K in keyof V]?: string | null });
      const first = found.find(([, fault]) => fault !== null);
      if (!first) return void send(values);
      focusField(first[0]);
    },
  };
}
