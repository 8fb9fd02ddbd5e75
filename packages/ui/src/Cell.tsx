import type { ReactNode } from "react";

/**
 * Renders one cell as its own component: hooks that a column's `render` calls then belong to this
 * cell instead of a table whose number of rows changes.
 */
export function Cell<Row>(props: { render: (row: Row) => ReactNode; row: Row }): ReactNode {
  return props.render(props.row);
}
