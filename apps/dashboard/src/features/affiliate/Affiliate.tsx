import { Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { PlaceHeader } from "../../ui/place/PlaceHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useUrlText } from "@turnpike/ui/url-text.ts";
import { formatPercent } from "@turnpike/ui/lib/format.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { Figures } from "./Figures.tsx";
import { OverTime } from "./OverTime.tsx";
import classes from "./affiliate.module.css";
import { Records } from "./Records.tsx";
import { ShareLink } from "./ShareLink.tsx";
import { WithdrawDialog } from "./WithdrawDialog.tsx";
import type { ShareInfo } from "./share-info.ts";

const REFRESH_MS = 30_000;

/**
 * The affiliate programme (spec/dashboard#screens). `?dialog=withdraw`, `?dialog=code` and
 * `?tab=withdrawals` can be linked to.
 */
export function Affiliate() {
  const { t } = useTranslation("promotion-plan");
  const [url, setUrl] = useUrlText(["dialog"], { keepsPage: true });
  const [, showTab] = useUrlText(["dialog", "tab"]);
  const share = useCall("shareInfo", {}, { everyMs: REFRESH_MS });
  const info = share.data;
  const close = () => setUrl({ dialog: "" });
  const choose = () => setUrl({ dialog: "code" });
  return (
    <>
      <PlaceHeader description={t("description")} />
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
          <OverTime share={share} />
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

/** The programme's rules in three lines, with the current numbers. */
function HowItWorks({ info }: { info: ShareInfo | undefined }) {
  const { t } = useTranslation("promotion-plan");
  return (
    <Panel title={t("rules.title")} className={classes.rules ?? ""}>
      <ol className={classes.steps}>
        <Step title={t("rules.shareTitle")} text={t("rules.share")} />
        <Step
          title={t("rules.earnTitle")}
          text={
            info &&
            t("rules.earn", {
              order: formatPercent(info.orderPercent),
              renewal: formatPercent(info.renewalPercent),
            })
          }
        />
        <Step
          title={t("rules.withdrawTitle")}
          text={info && t("rules.withdraw", { count: info.freezeDays })}
        />
      </ol>
    </Panel>
  );
}

function Step(props: { title: string; text: string | undefined }) {
  return (
    <li className={classes.step}>
      <Text fw={600} fz="sm">
        {props.title}
      </Text>
      {props.text === undefined ? (
        <Skeleton h={34} mt={4} aria-hidden />
      ) : (
        <Text c="dimmed" fz="sm">
          {props.text}
        </Text>
      )}
    </li>
  );
}
