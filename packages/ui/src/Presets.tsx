import { Text, UnstyledButton } from "@mantine/core";
import classes from "./Presets.module.css";

export interface Preset {
  value: number;
  name: string;
  /** Useful information about it, such as its price. */
  note: string | undefined;
}

/** Common values to select with one click. `wide` leaves room for longer notes. */
export function Presets(props: {
  label: string;
  presets: readonly Preset[];
  value: number | null | undefined;
  wide?: boolean;
  /** There are four of them: in one row, or two by two on a phone. */
  four?: boolean;
  onChoose: (value: number) => void;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className={props.four ? classes.four : props.wide ? classes.wide : classes.narrow}
    >
      {props.presets.map(({ value, name, note }) => (
        <UnstyledButton
          key={value}
          className={classes.preset}
          aria-pressed={value === props.value}
          onClick={() => props.onChoose(value)}
        >
          <Text span fz="sm" fw={600} className="numeric">
            {name}
          </Text>{" "}
          {note && (
            <Text span fz="xs" c="dimmed" className="numeric">
              {note}
            </Text>
          )}
        </UnstyledButton>
      ))}
    </div>
  );
}
