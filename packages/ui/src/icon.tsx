import type { ComponentType, SVGProps } from "react";

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, "stroke" | "ref"> {
  /** Width and height in pixels, 24 by default. */
  size?: number | string;
  /** The width of its lines at a size of 24, 2 by default. */
  stroke?: number;
}
export type Icon = ComponentType<IconProps>;

/** A part of a drawing on a grid of 24 by 24; lines by default. */
export interface IconPath {
  d: string;
  fill?: string;
}

/** The icon with this drawing, in the colour of its text. */
export function drawn(paths: readonly IconPath[]): Icon {
  return function DrawnIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        {paths.map((path) => (
          <path key={path.d} {...path} />
        ))}
      </svg>
    );
  };
}

/**
 * An icon by its name at Tabler. The build inserts its drawing (build-steps/icons.ts); unit tests
 * and journeys' imports of the route tables do without.
 */
export const undrawn = (_name: string): Icon => drawn([]);
