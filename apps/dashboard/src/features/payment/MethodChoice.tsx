import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";
import { useMethodName } from "./order-text.ts";

/** Chooses one of the available payment methods. */
export function MethodChoice<M extends "wallet" | "card" | "crypto">(props: {
  label: string;
  methods: readonly M[];
  value: M;
  onChange: (method: M) => void;
}) {
  const methodName = useMethodName();
  const label = useId();
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
        data={props.methods.map((value) => ({ value, label: methodName(value) }))}
      />
    </Stack>
  );
}
