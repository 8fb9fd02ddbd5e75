import { Anchor, Box, Text } from "@mantine/core";
import { formatDate } from "@turnpike/ui/lib/format.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { useAmountText } from "../cdkey/amount-text.ts";
import { Code } from "../cdkey/Code.tsx";
import { RedeemForm } from "../cdkey/RedeemForm.tsx";
import classes from "./home.module.css";

/** The latest redemption only; all of them are on the CDKey screen. */
const SHOWN_ROWS = 1;

/** Redeems a CDKey; below, the latest redemption (spec/dashboard#screens). */
export function Redemptions() {
  const { t } = useTranslation("cdkey");
  const amountText = useAmountText();
  const list = useCall("cdkeyRecord", { page: 1, limit: SHOWN_ROWS });
  return (
    <Panel
      title={t("home.title")}
      className={classes.card ?? ""}
      actions={
        <Anchor component={Link} to="/cli/cdkey" fz="sm" fw={550}>
          {t("home.toScreen")}
        </Anchor>
      }
    >
      <RedeemForm />
      <Box>
        <Loaded of={list} lines={2} height={18}>
          {({ items }) => (
            <>
              {items.length === 0 && (
                <Text fz="sm" c="dimmed">
                  {t("records.none")}
                </Text>
              )}
              <ul className={classes.rows} aria-label={t("records.label")}>
                {items.map((row) => (
                  <li key={row.id} className={classes.redeemed}>
                    <Code code={row.code} />
                    <Text fz="xs" c="dimmed">
                      {amountText(row)} · {formatDate(row.usedAt)}
                    </Text>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </Box>
    </Panel>
  );
}
