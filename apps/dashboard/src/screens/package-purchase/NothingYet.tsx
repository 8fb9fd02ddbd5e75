import { Button, Stack } from "@mantine/core";
import { curlCommand } from "@turnpike/rules/endpoint-snippets.ts";
import { IconChartAreaLine } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCall } from "../../lib/queries.ts";
import { CodeBlock } from "../../ui/CodeBlock.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Panel } from "../../ui/Panel.tsx";

/** No traffic yet: the first command to try, or the way to a sub-account. */
export function NothingYet() {
  const { t } = useTranslation("package-purchase");
  const info = useCall("trafficInfo", {}).data;
  const accounts = useCall("availableSubUsers", {}).data;
  const [who] = accounts?.items ?? [];
  const [gateway] = info?.endpoints ?? [];
  const command =
    who &&
    gateway &&
    curlCommand(
      { ...gateway, protocol: "http", username: who.account, password: who.password },
      info?.exampleTarget ?? "",
    );
  return (
    <Panel>
      <EmptyState
        icon={<IconChartAreaLine size={22} />}
        title={t("empty.title")}
        text={t(command ? "empty.try" : "empty.start")}
        action={
          !command && (
            <Button component={Link} to="/cli/traffic-use">
              {t("empty.toAccounts")}
            </Button>
          )
        }
      />
      {command && (
        <Stack maw={720} mx="auto">
          <CodeBlock wrap code={command} label={t("empty.command")} />
        </Stack>
      )}
    </Panel>
  );
}
