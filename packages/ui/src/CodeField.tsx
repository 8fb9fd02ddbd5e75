import { TextInput, type TextInputProps } from "@mantine/core";
import classes from "./CodeField.module.css";

interface CodeFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** The number of digits; undefined for a code of letters and digits. */
  digits: number | undefined;
  value?: string;
  onChange: (text: string) => void;
}

/** An input for a code, typed or pasted, in an easily readable font; removes spaces. */
export function CodeField({ digits, onChange, ...rest }: CodeFieldProps) {
  const clean = (text: string) =>
    digits ? text.replace(/\D/g, "").slice(0, digits) : text.replace(/\s/g, "").slice(0, 40);
  return (
    <TextInput
      inputMode={digits ? "numeric" : "text"}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      classNames={{ input: classes.input ?? "" }}
      {...(digits ? { attributes: { input: { "data-digits": digits } } } : {})}
      {...rest}
      onChange={(event) => onChange(clean(event.currentTarget.value))}
    />
  );
}
