import { IconWorld } from "@tabler/icons-react";
import classes from "./Flag.module.css";

/** Where the build puts the flags (build-steps/flags.ts). */
const base = String(import.meta.env["FLAGS"] ?? "/assets/flags");

/**
 * A country's flag by its two-letter code, a globe where there is none. It says nothing that the
 * country's name beside it does not: readers of a screen do not hear it.
 */
export function Flag({ country }: { country: string }) {
  if (!/^[A-Za-z]{2}$/.test(country)) {
    return <IconWorld size={18} stroke={1.5} aria-hidden className={classes.none} />;
  }
  return (
    <img
      className={classes.flag}
      src={`${base}/${country.toUpperCase()}.svg`}
      width={18}
      height={12}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}
