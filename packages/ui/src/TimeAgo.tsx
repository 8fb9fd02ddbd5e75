import { Tooltip, UnstyledButton } from "@mantine/core";
import { formatAgo, formatExactMoment } from "./lib/format.ts";

/** A relative time; shows the exact time on hover, focus and touch. */
export function TimeAgo(props: { at: string; nowMs: number }) {
  return (
    <Tooltip
      label={formatExactMoment(props.at)}
      events={{ hover: true, focus: true, touch: true }}
      openDelay={0}
    >
      <UnstyledButton component="button" fz="inherit" style={{ cursor: "help" }}>
        <time dateTime={props.at}>{formatAgo(props.at, props.nowMs)}</time>
      </UnstyledButton>
    </Tooltip>
  );
}
