import { encode } from "uqr";

/** Dark on white in both colour schemes, which cameras read best. */
export function QrCode(props: { text: string; label: string; sizePx: number }) {
  const { data, size } = encode(props.text, { ecc: "M", border: 3 });
  const cells = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).filter(Boolean),
  );
  return (
    <svg
      role="img"
      aria-label={props.label}
      width={props.sizePx}
      height={props.sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={cells.join("")} fill="#000" />
    </svg>
  );
}
