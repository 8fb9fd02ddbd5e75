import { Anchor, Box } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { RedeemForm } from "../cdkey/RedeemForm.tsx";
import { RedemptionsTable } from "../cdkey/RedemptionsTable.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useTableUrl } from "@turnpike/ui/table-url.ts";
import classes from "./home.module.css";
import { RECENT_ROWS, RecentPages } from "./RecentPages.tsx";

/** A CDKey is redeemed here too; below, those that were (spec/dashboard#screens). */
export function Redemptions() {
  const { t } = useTranslation("cdkey");
  const { page, setPage } = useTableUrl("cdkeys");
  const list = useCall("cdkeyRecord", { page, limit: RECENT_ROWS }, { keepLast: true });
  return (
    <Panel
      flush
      title={t("home.title")}
      actions={
        <Anchor component={Link} to="/cli/cdkey" fz="sm" fw={550}>
          {t("home.toScreen")}
        </Anchor>
      }
    >
      <Box className={classes.redeem ?? ""}>
        <RedeemForm />
      </Box>
      <RedemptionsTable list={list} />
      <RecentPages
        label={t("records.title")}
        page={page}
        total={list.data?.total}
        onPage={setPage}
      />
    </Panel>
  );
}
