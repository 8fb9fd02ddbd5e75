import { Tooltip, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./StatusDot.module.css";

/** Works, wants attention, does not work, is over or switched off. */
export type Tone = "good" | "warn" | "bad" | "off";

/**
 * A row's state: a dot of its colour, the word for it, and where there is more to say (why it does
 * not work, when it was last checked) a hint on hover, focus and touch.
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
