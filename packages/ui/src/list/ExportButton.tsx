import { Button } from "@mantine/core";
import type { FileContents, NamedFile } from "@turnpike/rules/file-name.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconDownload } from "../icons.ts";
import { saveCsv } from "../lib/save-file.ts";
import { toast } from "../lib/toast.ts";
import { exportLines, type ListColumn, type TitleOf } from "./columns.ts";

/** Where an exported file's rows come from. */
export interface ListExport<Row> {
  contents: FileContents;
  /** What distinguishes the file from others of its kind; part of its name. */
  details?: NamedFile["details"];
  rows: () => readonly Row[] | Promise<readonly Row[]>;
}

/** Saves all rows that match the filters, of all pages, as one file with the list's columns. */
export function ExportButton<Row>(props: {
  file: ListExport<Row>;
  columns: readonly ListColumn<Row>[];
  titleOf?: TitleOf | undefined;
  disabled: boolean;
}) {
  const { t } = useTranslation("ui");
  const { file, columns, titleOf } = props;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const rows = await file.rows();
      saveCsv(file.contents, exportLines(columns, rows, titleOf), file.details);
      toast.success(t("list.exported", { count: rows.length }));
    } catch (error) {
      toast.error((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      disabled={props.disabled}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void run()}
    >
      {t("list.export")}
    </Button>
  );
}

const PAGE = 100;
/** Maximum rows of an export; the monthly export covers more. */
export const MAX_ROWS = 10_000;

/** Reads all pages of a call, up to MAX_ROWS rows. */
export async function allRows<Row>(
  read: (page: {
    page: number;
    limit: number;
  }) => Promise<{ items: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < MAX_ROWS; page += 1) {
    const answer = await read({ page, limit: PAGE });
    rows.push(...answer.items);
    if (answer.items.length < PAGE || rows.length >= answer.total) break;
  }
  return rows;
}
