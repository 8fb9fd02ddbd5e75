import { Group, SegmentedControl, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useUrlText } from "../../ui/url-text.ts";
import { ByDomain } from "./ByDomain.tsx";
import { ByMonth } from "./ByMonth.tsx";
import { Figures } from "./Figures.tsx";
import { NothingYet } from "./NothingYet.tsx";
import { OverTime } from "./OverTime.tsx";
import { REFRESH_MS } from "./refresh.ts";

/**
 * Traffic statistics (spec/dashboard#screens): by day, hour, month, sub-account and domain,
 * over 7 or 30 days. What is chosen stands in the URL.
 */
export function PackagePurchase() {
  const { t } = useTranslation("package-purchase");
  const [url, setUrl] = useUrlText(["days", "account", "day"]);
  const days = url.days === "7" ? 7 : 30;
  const statis = useCall("statis", { days }, { everyMs: REFRESH_MS, keepLast: true });
  const nothing = statis.data?.totalBytes === 0 && statis.data.requests === 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Group gap="sm">
            <SegmentedControl
              aria-label={t("days.label")}
              value={String(days)}
              onChange={(value) => setUrl({ days: value === "30" ? "" : value, day: "" })}
              data={[
                { value: "7", label: t("days.7") },
                { value: "30", label: t("days.30") },
              ]}
            />
          </Group>
        }
      />
      {statis.isError && !statis.data ? (
        <ErrorState error={statis.error} onRetry={() => void statis.refetch()} />
      ) : (
        <Stack gap="lg">
          <Figures statis={statis.data} days={days} />
          {nothing && <NothingYet />}
          <OverTime
            days={days}
            account={url.account}
            day={url.day}
            spanDays={statis.data?.items.map(({ day }) => day) ?? []}
            onChange={setUrl}
          />
          {!nothing && <ByDomain days={days} account={url.account} />}
          <ByMonth />
        </Stack>
      )}
    </>
  );
}
