import { Group, Pagination } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./home.module.css";

/** Rows on a page of the small tables at home. */
export const RECENT_ROWS = 5;

/** The pages of a small table; nothing while one page holds all. */
export function RecentPages(props: {
  label: string;
  page: number;
  total: number | undefined;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation("ui");
  const pages = Math.ceil((props.total ?? 0) / RECENT_ROWS);
  if (pages <= 1) return null;
  return (
    <Group justify="flex-end" className={classes.pages}>
      <Pagination
        size="sm"
        aria-label={t("pagesOf", { name: props.label })}
        value={Math.min(props.page, pages)}
        total={pages}
        siblings={0}
        boundaries={1}
        onChange={props.onPage}
        getItemProps={(page) => ({ "aria-label": t("page", { page }) })}
        getControlProps={(control) => ({ "aria-label": t(`pageControls.${control}`) })}
      />
    </Group>
  );
}
