import { Paper, Text } from "@mantine/core";
import classes from "./ChartDrawing.module.css";

/** Returns the colour of a chart's series; there are four. */
export const chartColour = (index: number): string => `var(--ui-chart-${(index % 4) + 1})`;

/** Shows the values of the point under the pointer, on the side with enough room. */
export function ChartTip(props: {
  label: string;
  /** One line per series; a single series is shown without its name. */
  lines: readonly { name: string; text: string; colour: string }[];
  /** Position of the pointer and width of the chart, in pixels. */
  x: number;
  width: number;
}) {
  const { x, width, lines } = props;
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <Paper withBorder shadow="sm" px="sm" py={8} radius="md" className={classes.tip} style={side}>
      <Text fz="xs" c="dimmed">
        {props.label}
      </Text>
      {lines.map(({ name, text, colour }) => (
        <Text key={name} fz="sm" fw={600} className="numeric">
          <span style={{ color: colour }}>● </span>
          {lines.length > 1 && `${name}: `}
          {text}
        </Text>
      ))}
    </Paper>
  );
}
