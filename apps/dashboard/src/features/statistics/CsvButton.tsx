import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { saveCsv } from "@turnpike/ui/lib/save-file.ts";

/** Saves what is shown: `fields` of each row, which are also the header. */
export function CsvButton<Row>(props: {
  name: string;
  fields: readonly (keyof Row & string)[];
  rows: readonly Row[] | undefined;
}) {
  const { t } = useTranslation("package-purchase");
  const { name, fields, rows = [] } = props;
  const cell = (row: Row, field: keyof Row) => {
    const value = row[field];
    return typeof value === "number" ? value : String(value);
  };
  const save = () =>
    saveCsv(name, [[...fields], ...rows.map((row) => fields.map((field) => cell(row, field)))]);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      disabled={rows.length === 0}
      onClick={save}
    >
      {t("csv")}
    </Button>
  );
}
