import { Group, NativeSelect, Pagination, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formatNumber } from "./lib/format.ts";
import classes from "./DataTable.module.css";
import type { TableUrl } from "./table-url.ts";

/** "11-20 of 134", page size and pages. Renders nothing if all rows fit on the smallest page. */
export function TablePages(props: { url: TableUrl; total: number; label: string }) {
  const { t } = useTranslation("ui");
  const { url, total } = props;
  if (total <= (url.sizes[0] ?? 0)) return null;
  const pages = Math.max(1, Math.ceil(total / url.limit));
  const from = Math.min((url.page - 1) * url.limit + 1, total);
  const to = Math.min(url.page * url.limit, total);
  return (
    <Group justify="space-between" gap="sm" className={classes.pages}>
      <Text fz="sm" c="dimmed" className="numeric">
        {t("rowsShown", {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </Text>
      <Group gap="sm">
        <NativeSelect
          size="xs"
          aria-label={t("rowsPerPage")}
          value={String(url.limit)}
          data={url.sizes.map(String)}
          onChange={(event) => url.setLimit(Number(event.currentTarget.value))}
        />
        <Pagination
          size="sm"
          aria-label={t("pagesOf", { name: props.label })}
          value={Math.min(url.page, pages)}
          total={pages}
          siblings={1}
          boundaries={1}
          onChange={url.setPage}
          getItemProps={(page) => ({ "aria-label": t("page", { page }) })}
          getControlProps={(control) => ({ "aria-label": t(`pageControls.${control}`) })}
        />
      </Group>
    </Group>
  );
}
