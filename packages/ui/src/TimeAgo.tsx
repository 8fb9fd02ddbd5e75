import { Tooltip, UnstyledButton } from "@mantine/core";
import { formatAgo, formatExactMoment } from "./lib/format.ts";

/** WCAG 2.5.8: at least 24 px wide and high. */
const helpTarget = { cursor: "help", minWidth: 24, minHeight: 24 };

/** A relative time; shows the exact time on hover, focus and touch. */
export function TimeAgo(props: { at: string; nowMs: number }) {
  return (
    <Tooltip
      label={formatExactMoment(props.at)}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <UnstyledButton component="button" fz="inherit" style={helpTarget}>
        <time dateTime={props.at}>{formatAgo(props.at, props.nowMs)}</time>
      </UnstyledButton>
    </Tooltip>
  );
}
