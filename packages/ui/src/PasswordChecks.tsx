import { Stack } from "@mantine/core";
import { IconCheck, IconPoint } from "./icons.ts";
import classes from "./PasswordChecks.module.css";

const levels = ["weak", "fair", "strong"] as const;

/** Requirements for a new password, checked off while typing, and its estimated strength. */
export function PasswordChecks(props: {
  checks: readonly { label: string; met: boolean }[];
  /** Read by screen readers for a check that is met. */
  met: string;
  /** Null while nothing has been typed. */
  strength: { level: (typeof levels)[number]; label: string } | null;
}) {
  return (
    <Stack gap={6} mt={4}>
      <ul className={classes.rules}>
        {props.checks.map(({ label, met }) => {
          const Icon = met ? IconCheck : IconPoint;
          return (
            <li key={label} className={classes.rule} data-met={met || undefined}>
              <Icon size={15} aria-hidden />
              {label}
              {met && <span className="visually-hidden"> ({props.met})</span>}
            </li>
          );
        })}
      </ul>
      {props.strength && <Meter {...props.strength} />}
    </Stack>
  );
}

function Meter({ level, label }: { level: (typeof levels)[number]; label: string }) {
  const reached = levels.indexOf(level);
  return (
    <div className={classes.meter}>
      <span className={classes.bars} aria-hidden>
        {levels.map((one, at) => (
          <span key={one} className={classes.bar} data-lit={at <= reached ? level : undefined} />
        ))}
      </span>
      <span aria-live="polite">{label}</span>
    </div>
  );
}
