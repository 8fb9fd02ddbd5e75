import { ActionIcon, Box, Checkbox, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight, IconChevronUp } from "./icons.ts";
import { Fragment, useId } from "react";
import { useTranslation } from "react-i18next";
import { Cell } from "./Cell.tsx";
import type { Column, DataTableProps } from "./DataTable.tsx";
import classes from "./DataTable.module.css";
import { isPlainClick, toggled } from "./selection.ts";

/** The same rows on a phone: one card per row, with the first column as its heading. */
export function DataCards<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const One = props.card ? SlimCard : Card;
  return (
    <Box component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label={props.label}>
      {props.rows.map((row) => (
        <One key={props.rowId(row)} row={row} table={props} />
      ))}
    </Box>
  );
}

interface CardProps<Row> {
  row: Row;
  table: DataTableProps<Row>;
}

function Tick<Row>({ row, table }: CardProps<Row>) {
  const { t } = useTranslation("ui");
  const { selection } = table;
  if (!selection) return null;
  const id = table.rowId(row);
  return (
    <Checkbox
      size="xs"
      checked={selection.ids.includes(id)}
      aria-label={t("selectRow", { name: table.rowName?.(row) ?? id })}
      onChange={() => selection.onChange(toggled(selection.ids, id))}
    />
  );
}

const isSelected = <Row,>({ row, table }: CardProps<Row>) =>
  table.selection?.ids.includes(table.rowId(row)) || undefined;

function Card<Row>(props: CardProps<Row>) {
  const { row, table } = props;
  const [head, ...others] = table.columns;
  return (
    <Box
      component="li"
      className={classes.card ?? ""}
      data-selected={isSelected(props)}
      onClick={(event) => isPlainClick(event) && table.onOpen?.(row)}
    >
      <Group gap="sm" wrap="nowrap" mb={8} align="center">
        <Tick {...props} />
        <Box fw={600} flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
          {head && <Cell render={head.render} row={row} />}
        </Box>
        {table.actions && (
          <Group gap={2} wrap="nowrap">
            {table.actions(row)}
          </Group>
        )}
        <OpenButton {...props} />
      </Group>
      <Pairs row={row} columns={others} />
    </Box>
  );
}

/** Opens the row by keyboard, where a click anywhere on the card does. */
function OpenButton<Row>({ row, table }: CardProps<Row>) {
  const { t } = useTranslation("ui");
  const { onOpen } = table;
  if (!onOpen) return null;
  const name = table.rowName?.(row) ?? table.rowId(row);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t("details", { name })}
      onClick={() => onOpen(row)}
    >
      <IconChevronRight size={17} />
    </ActionIcon>
  );
}

/** Names and values, one below the other. */
function Pairs<Row>(props: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className={classes.pair} style={{ margin: 0 }}>
      {props.columns.map((column) => (
        <Fragment key={column.key}>
          <dt>{column.title}</dt>
          <dd className="numeric">
            <Cell render={column.render} row={props.row} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A card of two lines. Without `onOpen` it expands to show the remaining columns. */
function SlimCard<Row>(props: CardProps<Row>) {
  const { t } = useTranslation("ui");
  const { row, table } = props;
  const { onOpen } = table;
  const [open, { toggle }] = useDisclosure(false);
  const more = useId();
  const name = table.rowName?.(row) ?? table.rowId(row);
  return (
    <li>
      <Box
        className={classes.slim ?? ""}
        data-selected={isSelected(props)}
        onClick={(event) => isPlainClick(event) && (onOpen ? onOpen(row) : toggle())}
      >
        <Tick {...props} />
        <Lines {...props} />
        <Group gap={0} wrap="nowrap">
          {table.actions?.(row)}
          {!onOpen && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("details", { name })}
              aria-expanded={open}
              aria-controls={more}
              onClick={toggle}
            >
              {open ? <IconChevronUp size={17} /> : <IconChevronDown size={17} />}
            </ActionIcon>
          )}
        </Group>
      </Box>
      <div id={more} className={classes.more} hidden={!open}>
        {open && <Pairs row={row} columns={table.columns} />}
      </div>
    </li>
  );
}

function Lines<Row>({ row, table }: CardProps<Row>) {
  const lines = table.card?.(row);
  return (
    <div className={classes.lines}>
      <div className={classes.head}>{lines?.head}</div>
      <div className={`${classes.line} numeric`}>
        {lines?.line.filter(Boolean).map((part, at) => (
          <span key={at}>{part}</span>
        ))}
      </div>
    </div>
  );
}
