import {
  Box,
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { CodeField } from "../CodeField.tsx";
import { MoneyField } from "../MoneyField.tsx";
import type { Field, Values } from "./act.ts";

interface ActFieldProps {
  field: Field;
  values: Values;
  error: string | undefined;
  first: boolean;
  onChange: (name: string, text: string) => void;
  onBlur: () => void;
}

/** One field of an act's form. */
export function ActField(props: ActFieldProps) {
  const field = <Plain {...props} />;
  return props.field.inset ? <Box ps={{ base: 0, xs: 30 }}>{field}</Box> : field;
}

function Plain(props: ActFieldProps) {
  const { field } = props;
  const { common, textProps, set } = inputOf(props);
  switch (field.kind) {
    case "own":
      return field.show({
        label: field.label,
        value: common.value,
        error: props.error,
        onChange: set,
        onBlur: props.onBlur,
        values: props.values,
      });
    case "select": {
      const { options } = field;
      const offered = typeof options === "function" ? options(props.values) : options;
      return <NativeSelect {...textProps} data={[...offered]} />;
    }
    case "tick":
      return (
        <Checkbox
          label={field.label}
          description={field.help}
          error={props.error}
          checked={common.value !== ""}
          onChange={(event) => set(event.currentTarget.checked ? "yes" : "")}
        />
      );
    case "password":
      return (
        <PasswordInput
          {...textProps}
          autoComplete={field.autoComplete}
          visibilityToggleButtonProps={{ "aria-label": field.show }}
        />
      );
    case "code":
      return (
        <CodeField
          label={field.label}
          digits={field.digits}
          value={common.value}
          error={props.error}
          onChange={set}
          autoFocus
          data-autofocus={props.first || undefined}
        />
      );
    case "day":
    case "email":
    case "integer":
    case "long":
    case "moment":
    case "money":
    case "text":
    case "url":
      return <Typed {...props} field={field} />;
  }
}

const inputTypes = {
  text: "text",
  email: "email",
  url: "url",
  day: "date",
  moment: "datetime-local",
};

interface TypedProps extends ActFieldProps {
  field: Exclude<Field, { kind: "own" | "select" | "tick" | "password" | "code" }>;
}

/** A number, or a text of one line or several. */
function Typed(props: TypedProps) {
  const { field } = props;
  const { common, textProps, set } = inputOf(props);
  const numberProps = {
    ...common,
    hideControls: true,
    onChange: (now: unknown) => set(String(now)),
  };
  switch (field.kind) {
    case "long":
      return <Textarea {...textProps} autosize minRows={2} maxRows={10} />;
    case "integer":
      return <NumberInput {...numberProps} allowDecimal={false} />;
    case "money":
      return <MoneyField {...numberProps} decimalScale={field.scale === 100 ? 2 : 6} />;
    case "day":
    case "email":
    case "moment":
    case "text":
    case "url": {
      const { maxLength } = field;
      const limit = maxLength ? { maxLength } : {};
      return (
        <TextInput {...textProps} {...limit} type={inputTypes[field.kind]} autoComplete="off" />
      );
    }
  }
}

/** What an input shows and does, whatever its kind. */
function inputOf(props: ActFieldProps) {
  const { field } = props;
  const set = (text: string) => props.onChange(field.name, text);
  const common = {
    label: field.label,
    description: field.help,
    error: props.error,
    required: !field.optional,
    withAsterisk: false,
    value: props.values[field.name] ?? "",
    onBlur: props.onBlur,
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...(props.first ? { "data-autofocus": true } : {}),
  };
  const textProps = {
    ...common,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  return { set, common, textProps };
}
