import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./BatchBar.module.css";

/** What can be done with the ticked rows, `count` of them. */
export function BatchBar(props: {
  count: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Group
      gap={8}
      className={[classes.bar, props.className].filter(Boolean).join(" ")}
      data-none={props.count === 0 || undefined}
    >
      {props.children}
    </Group>
  );
}
