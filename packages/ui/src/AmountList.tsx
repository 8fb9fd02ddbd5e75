import { Box, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./AmountList.module.css";

/** A few amounts that add up to a total; announced when they change. */
export function AmountList(props: { busy?: boolean; children: ReactNode }) {
  return (
    <Box className={classes.sums} aria-busy={props.busy ?? false} aria-live="polite">
      <Stack gap={6}>{props.children}</Stack>
    </Box>
  );
}

/** One amount with its name; `strong` marks the total. */
export function Sum(props: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <Group
      justify="space-between"
      align="flex-start"
      wrap="nowrap"
      gap="md"
      className={props.strong ? classes.strong : undefined}
    >
      <Text fz="sm" {...(props.strong ? { fw: 600 } : { c: "dimmed" })}>
        {props.name}
      </Text>
      <Text
        component="div"
        className="numeric"
        ta="end"
        {...(props.strong ? { fw: 640, fz: "lg" } : {})}
      >
        {props.value}
      </Text>
    </Group>
  );
}
