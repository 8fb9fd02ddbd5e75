import type { ReactNode } from "react";

/**
 * One cell, drawn as a component of its own: what a column's `render` calls of React's hooks then
 * belongs to this cell, and not to a table whose number of rows changes.
 */
export function Cell<Row>(props: { render: (row: Row) => ReactNode; row: Row }): ReactNode {
  return props.render(props.row);
}
