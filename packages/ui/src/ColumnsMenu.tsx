import { ActionIcon, Menu } from "@mantine/core";
import { IconColumns3 } from "./icons.ts";
import { useTranslation } from "react-i18next";
import type { ColumnChoice, TableUrl } from "./table-url.ts";

interface Choosable {
  key: string;
  /** Whether the window is wide enough for it. */
  fits: boolean;
}

/** Returns the visible columns: the first one always, others by choice, or else if they fit. */
export function shownColumns<C extends Choosable>(all: readonly C[], choice: ColumnChoice): C[] {
  const { hidden, added } = choice;
  const chosen = ({ key, fits }: C) => !hidden.includes(key) && (fits || added.includes(key));
  return all.filter((column, place) => place === 0 || chosen(column));
}

const without = (keys: readonly string[], key: string) => keys.filter((one) => one !== key);

/** Selects a table's visible columns; the first one always is. The choice is kept in the URL. */
export function ColumnsMenu(props: {
  columns: readonly (Choosable & { title: string })[];
  url: TableUrl;
}) {
  const { t } = useTranslation("ui");
  const { columns, setColumns } = props.url;
  const choosable = props.columns.slice(1);
  const visibleColumns = shownColumns(props.columns, columns);
  const toggle = (column: Choosable, on: boolean) => {
    const { key, fits } = column;
    const hidden = without(columns.hidden, key);
    const added = without(columns.added, key);
    if (on) setColumns({ hidden, added: fits ? added : [...added, key] });
    else setColumns({ hidden: fits ? [...hidden, key] : hidden, added });
  };
  const left = choosable.filter(({ fits }) => !fits).map(({ key }) => key);
  return (
    <Menu shadow="md" position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t("columns.choose")}
          title={t("columns.choose")}
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("columns.shown")}</Menu.Label>
        {choosable.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={visibleColumns.includes(column)}
            onChange={(on) => toggle(column, on)}
          >
            {column.title}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item
          disabled={visibleColumns.length === props.columns.length}
          onClick={() => setColumns({ hidden: [], added: left })}
        >
          {t("columns.all")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
