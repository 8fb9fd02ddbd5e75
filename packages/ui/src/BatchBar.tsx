import { Button, Group, Text } from "@mantine/core";
import { IconX } from "./icons.ts";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./BatchBar.module.css";
import { focusNear } from "./lib/focus-return.ts";

/**
 * Actions for the `count` selected rows: a bar below the rows that appears with the first selection
 * and stays in view. What its buttons open stays mounted when the bar disappears.
 */
export function BatchBar(props: {
  count: number;
  /** For example "3 IPs selected". */
  label: string;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("ui");
  const bar = useRef<HTMLDivElement>(null);
  const isEmpty = props.count === 0;
  useLayoutEffect(() => {
    // Hiding the focused button would lose the focus.
    if (isEmpty && bar.current?.contains(document.activeElement)) focusNear(bar.current);
  }, [isEmpty]);
  return (
    <div ref={bar} className={classes.bar} hidden={isEmpty} role="group" aria-label={props.label}>
      <Group gap={4} wrap="nowrap" className={classes.count ?? ""}>
        <Text component="output" fz="sm" fw={550} className="numeric">
          {props.label}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={13} aria-hidden />}
          onClick={props.onClear}
        >
          {t("clearSelection")}
        </Button>
      </Group>
      <div className={classes.buttons}>{props.children}</div>
    </div>
  );
}
