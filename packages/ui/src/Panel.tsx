import { Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./Panel.module.css";

const bodyOf = (flush: boolean | "table" = false) =>
  flush === "table" ? "table" : flush ? "flush" : "body";

/** A bordered surface for one subject. With a title it is a named region. */
export function Panel(props: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Removes the padding, for lists that extend to the border; of a table alone also that above it. */
  flush?: boolean | "table";
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
      <Box className={classes[bodyOf(props.flush)]}>{props.children}</Box>
    </Paper>
  );
}
