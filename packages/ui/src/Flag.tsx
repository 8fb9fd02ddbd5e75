import { IconWorld } from "./icons.ts";
import classes from "./Flag.module.css";

/** The base path of the flags in the build (build-steps/flags.ts). */
const base = String(import.meta.env["FLAGS"] ?? "/assets/flags");

/**
 * The flag for a two-letter country code, or a globe without one. It is hidden from screen readers,
 * since the country's name is always next to it.
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
