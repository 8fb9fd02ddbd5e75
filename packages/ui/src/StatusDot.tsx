import { Tooltip, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./StatusDot.module.css";

/** Working, needs attention, not working, over or turned off. */
export type Tone = "good" | "warn" | "bad" | "off";

/**
 * A row's status: a coloured dot and a word; details, if any (why it does not work, when it was
 * last checked), show on hover, focus and touch.
 */
export function StatusDot(props: { tone: Tone; hint?: ReactNode; children: ReactNode }) {
  const { tone, hint } = props;
  const dot = (
    <span className={classes.status} data-tone={tone}>
      {props.children}
    </span>
  );
  if (!hint) return dot;
  return (
    <Tooltip
      multiline
      maw={300}
      label={hint}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <UnstyledButton component="button" className={classes.help ?? ""}>
        {dot}
      </UnstyledButton>
    </Tooltip>
  );
}
