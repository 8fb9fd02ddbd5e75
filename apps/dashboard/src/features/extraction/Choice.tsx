import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useId } from "react";

/** A choice between a few options, side by side; `help` explains the chosen one. */
export function Choice(props: {
  label: string;
  help?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Text fz="sm" fw={500} id={id}>
        {props.label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        name={id}
        value={props.value}
        onChange={props.onChange}
        data={[...props.options]}
      />
      {props.help && (
        <Text fz="xs" c="dimmed">
          {props.help}
        </Text>
      )}
    </Stack>
  );
}
