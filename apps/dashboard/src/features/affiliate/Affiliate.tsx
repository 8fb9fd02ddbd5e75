import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { Figures } from "./Figures.tsx";
import { HowItWorks } from "./HowItWorks.tsx";
import { OverTime } from "./OverTime.tsx";
import classes from "./affiliate.module.css";
import { Records } from "./Records.tsx";
import { ShareLink } from "./ShareLink.tsx";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

const REFRESH_MS = 30_000;

/**
 * The affiliate programme (spec/dashboard#screens). `?dialog=withdraw`, `?dialog=code` and
 * `?tab=withdrawals` can be linked to.
 */
export function PromotionPlan() {
  const { t } = useTranslation("promotion-plan");
  const [url, setUrl] = useUrlText(["dialog"], { keepsPage: true });
  const [, showTab] = useUrlText(["dialog", "tab"]);
  const share = useCall("shareInfo", {}, { everyMs: REFRESH_MS });
  const info = share.data;
  const close = () => setUrl({ dialog: "" });
  const choose = () => setUrl({ dialog: "code" });
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {share.isError && !info ? (
        <Panel>
          <ErrorState error={share.error} onRetry={() => void share.refetch()} />
        </Panel>
      ) : (
        <Stack gap="lg">
          <div className={classes.top}>
            <ShareLink info={info} onChoose={choose} />
            <HowItWorks info={info} />
            <Figures info={info} onWithdraw={() => setUrl({ dialog: "withdraw" })} />
          </div>
          <OverTime info={info} />
          <Records freezeDays={info?.freezeDays} />
        </Stack>
      )}
      {info && url.dialog === "code" && <CodeDialog info={info} onClose={close} />}
      {info && url.dialog === "withdraw" && (
        <WithdrawDialog
          info={info}
          onClose={close}
          onRecords={() => showTab({ dialog: "", tab: "withdrawals" })}
        />
      )}
    </>
  );
}
