import { Radio, SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import type { Method, OfferedMethod } from "./use-payment-methods.ts";

/** More do not fit beside each other on a phone. */
const BESIDE_EACH_OTHER = 3;

interface Choice<M extends Method> {
  label: string;
  methods: readonly OfferedMethod<M>[];
  value: M;
  onChange: (method: M) => void;
}

/** Chooses one of the available payment methods. */
export function MethodChoice<M extends Method>(props: Choice<M>) {
  const label = useId();
  if (props.methods.length > BESIDE_EACH_OTHER) return <MethodList {...props} />;
  return (
    <Stack gap={6}>
      <Text fz="sm" fw={500} id={label}>
        {props.label}
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        value={props.value}
        onChange={(value) => props.onChange(value as M)}
        data={props.methods.map(({ id, title }) => ({ value: id, label: title }))}
      />
    </Stack>
  );
}

function MethodList<M extends Method>({ label, methods, value, onChange }: Choice<M>) {
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as M)}>
      <Stack gap="xs" mt={6}>
        {methods.map(({ id, title }) => (
          <Radio key={id} value={id} label={title} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
