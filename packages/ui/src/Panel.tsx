import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./Panel.module.css";

/** A bordered surface for one subject. With a title it is a named region. */
export function Panel(props: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Removes the padding, for tables and lists that extend to the border. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const titleId = useId();
  const named = props.title ? { "aria-labelledby": titleId } : {};
  return (
    <Paper
      component="section"
      className={[classes.panel, props.className].filter(Boolean).join(" ")}
      {...named}
    >
      {(props.title || props.actions) && (
        <Group justify="space-between" gap="sm" className={classes.head} align="flex-start">
          <Stack gap={2} flex="1 1 12rem" miw={0}>
            {props.title && (
              <Title order={2} id={titleId}>
                {props.title}
              </Title>
            )}
            {props.description && (
              <Text c="dimmed" fz="sm">
                {props.description}
              </Text>
            )}
          </Stack>
          {props.actions && <Group gap="xs">{props.actions}</Group>}
        </Group>
      )}
      <Box className={props.flush ? classes.flush : classes.body}>{props.children}</Box>
    </Paper>
  );
}
