import { Stack, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";

/** Shown when there is no data yet: what would be here, and how to get it. */
export function EmptyState(props: {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** An error occurred, as opposed to no data. */
  error?: boolean;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <ThemeIcon
        variant="light"
        size={44}
        radius="xl"
        aria-hidden
        {...(props.error ? { color: "red" } : {})}
      >
        {props.icon}
      </ThemeIcon>
      <Text fw={600} {...(props.error ? { c: "var(--mantine-color-error)" } : {})}>
        {props.title}
      </Text>
      {props.text && (
        <Text c="dimmed" fz="sm" maw="46ch" component="div">
          {props.text}
        </Text>
      )}
      {props.action}
    </Stack>
  );
}
