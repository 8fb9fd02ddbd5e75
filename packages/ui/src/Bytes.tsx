import i18next from "i18next";
import { formatBytes, formatGb, formatMb } from "./lib/format.ts";

/** Below this, a figure in MB or GB would be rounded too much. */
const SMALL_BYTES = 10_000;
const ROUNDS_IN_GB = 1_000_000;

/** Formats GB with 3 decimals; below a thousandth of a GB it picks the unit that fits. */
export function gbText(bytes: number): string {
  return bytes !== 0 && Math.abs(bytes) < ROUNDS_IN_GB ? formatBytes(bytes) : formatGb(bytes);
}

/** Formats MB with 2 decimals; below a hundredth of a MB it picks the unit that fits. */
export function mbText(bytes: number): string {
  return bytes !== 0 && Math.abs(bytes) < SMALL_BYTES ? formatBytes(bytes) : formatMb(bytes);
}

const EXACT = { style: "unit", unit: "byte", unitDisplay: "long" } as const;
/** Formats all digits: "1,234,567 bytes". */
export const exactBytes = (bytes: number): string =>
  new Intl.NumberFormat(i18next.language ?? "en", EXACT).format(bytes);

/** An amount of bytes; shows the exact number on hover. */
export function Bytes(props: { bytes: number; unit?: "gb" | "mb" }) {
  const text = props.unit === "mb" ? mbText(props.bytes) : gbText(props.bytes);
  return (
    <span className="numeric" title={exactBytes(props.bytes)} data-bytes={props.bytes}>
      {text}
    </span>
  );
}
