import { NativeSelect, NumberInput, Textarea, TextInput } from "@mantine/core";
import { MoneyField } from "../MoneyField.tsx";
import type { Field, Values } from "./act.ts";

interface ActFieldProps {
  field: Field;
  values: Values;
  error: string | undefined;
  first: boolean;
  onChange: (name: string, text: string) => void;
}

/** One field of an act's form. */
export function ActField(props: ActFieldProps) {
  const { field } = props;
  const set = (text: string) => props.onChange(field.name, text);
  const common = {
    label: field.label,
    description: field.help,
    error: props.error,
    required: !field.optional,
    withAsterisk: false,
    value: props.values[field.name] ?? "",
    ...(props.first ? { "data-autofocus": true } : {}),
  };
  const textProps = {
    ...common,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  const numberProps = {
    ...common,
    hideControls: true,
    onChange: (now: unknown) => set(String(now)),
  };
  switch (field.kind) {
    case "own":
      return field.show({
        label: field.label,
        value: common.value,
        error: props.error,
        onChange: set,
      });
    case "select":
      return <NativeSelect {...textProps} data={[...field.options]} />;
    case "long":
      return <Textarea {...textProps} autosize minRows={2} maxRows={10} />;
    case "integer":
      return <NumberInput {...numberProps} allowDecimal={false} />;
    case "money":
      return <MoneyField {...numberProps} decimalScale={field.scale === 100 ? 2 : 6} />;
    case "text":
    case "email":
    case "day":
    case "moment": {
      const types = { text: "text", email: "email", day: "date", moment: "datetime-local" };
      const type = types[field.kind];
      const { maxLength } = field;
      const limit = maxLength ? { maxLength } : {};
      return <TextInput {...textProps} {...limit} type={type} autoComplete="off" />;
    }
  }
}
