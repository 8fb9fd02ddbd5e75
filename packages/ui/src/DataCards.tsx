import { Box, Checkbox, Group } from "@mantine/core";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Cell } from "./Cell.tsx";
import type { DataTableProps } from "./DataTable.tsx";
import classes from "./DataTable.module.css";
import { toggled } from "./selection.ts";

/** The same rows for a phone: one card each, the first column as its head. */
export function DataCards<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  return (
    <Box component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label={props.label}>
      {props.rows.map((row) => (
        <Card key={props.rowId(row)} row={row} table={props} />
      ))}
    </Box>
  );
}

function Card<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const { t } = useTranslation("ui");
  const { selection } = table;
  const id = table.rowId(row);
  const [head, ...others] = table.columns;
  const selected = selection?.ids.includes(id) ?? false;
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <Group gap="sm" wrap="nowrap" mb={8} align="center">
        {selection && (
          <Checkbox
            size="xs"
            checked={selected}
            aria-label={t("selectRow", { name: table.rowName?.(row) ?? id })}
            onChange={() => selection.onChange(toggled(selection.ids, id))}
          />
        )}
        <Box fw={600} flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
          {head && <Cell render={head.render} row={row} />}
        </Box>
        {table.actions && (
          <Group gap={2} wrap="nowrap">
            {table.actions(row)}
          </Group>
        )}
      </Group>
      <dl className={classes.pair} style={{ margin: 0 }}>
        {others.map((column) => (
          <Fragment key={column.key}>
            <dt>{column.title}</dt>
            <dd className="numeric">
              <Cell render={column.render} row={row} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </li>
  );
}
