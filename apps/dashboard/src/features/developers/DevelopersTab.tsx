import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCall } from "../../lib/queries.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
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
        <Loaded of={member} lines={3} height={22}>
          {(data) => <AccessKey value={data.accessKey} />}
        </Loaded>
      </Panel>
      <Webhooks list={webhooks} />
      {webhooks.data && webhooks.data.items.length > 0 && (
        <Deliveries webhooks={webhooks.data.items} />
      )}
    </Stack>
  );
}
