import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { LineSkeletons } from "@turnpike/ui/Skeletons.tsx";
import { ApiKeys } from "./ApiKeys.tsx";
import { AccessKey } from "./AccessKey.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import { Webhooks } from "./Webhooks.tsx";

/** The tab for developers: access key, API keys and webhooks. */
export function DevelopersTab() {
  const { t } = useTranslation("webhooks");
  const member = useCall("member", {});
  const webhooks = useWebhooks();
  return (
    <Stack gap="lg">
      <ApiKeys />
      <Panel title={t("key.title")} description={t("key.description")}>
        {member.data ? (
          <AccessKey value={member.data.accessKey} />
        ) : member.error ? (
          <ErrorState error={member.error} onRetry={() => void member.refetch()} />
        ) : (
          <LineSkeletons lines={3} height={22} />
        )}
      </Panel>
      <Webhooks list={webhooks} />
      {webhooks.data && webhooks.data.items.length > 0 && (
        <Deliveries webhooks={webhooks.data.items} />
      )}
    </Stack>
  );
}
