import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./usage.module.css";

export interface FigureColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** The cell in the row of sums. */
  sum?: ReactNode;
  /** Hidden where space is scarce. */
  wide?: boolean;
}

/** A table of figures for any width: the first column names the row, the others are numbers. */
export function FigureTable<Row>(props: {
  label: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
}) {
  const { label, columns, rows, rowId } = props;
  const [first, ...numbers] = columns;
  const classOf = (column: FigureColumn<Row>) =>
    [classes.number, "numeric", column.wide ? classes.wide : ""].filter(Boolean).join(" ");
  const hasSums = columns.some(({ sum }) => sum !== undefined);
  return (
    <Box className={classes.scroll ?? ""} role="group" aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{first?.title}</th>
            {numbers.map((column) => (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              <th scope="row" className={classes.wrap}>
                {first?.render(row)}
              </th>
              {numbers.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasSums && (
          <tfoot>
            <tr>
              <th scope="row">{first?.sum}</th>
              {numbers.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Box>
  );
}
