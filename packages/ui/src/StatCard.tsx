import { Group, Paper, Skeleton, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";
import panel from "./Panel.module.css";
import classes from "./StatCard.module.css";

/** One figure with its name. `value` is undefined while it is loading. */
export function StatCard(props: {
  label: string;
  value: string | undefined;
  hint?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Paper className={`${panel.panel} ${classes.card}`}>
      <div className={classes.stat}>
        <Group gap="xs" wrap="nowrap" align="center">
          {props.icon && (
            <ThemeIcon variant="light" size={26} radius="sm" aria-hidden>
              {props.icon}
            </ThemeIcon>
          )}
          <Text c="dimmed" fz="sm" fw={500}>
            {props.label}
          </Text>
        </Group>
        {props.value === undefined ? (
          <Skeleton h={30} w={110} maw="60%" aria-hidden />
        ) : (
          <Text fz="1.5rem" lh={1.25} fw={640} className="numeric" lts="-0.02em">
            {props.value}
          </Text>
        )}
        {props.hint && (
          <Text c="dimmed" fz="xs" component="div" className={classes.hint ?? ""}>
            {props.hint}
          </Text>
        )}
        {props.action && <div className={classes.action}>{props.action}</div>}
      </div>
    </Paper>
  );
}
