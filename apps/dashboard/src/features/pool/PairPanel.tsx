import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Group, Skeleton } from "@mantine/core";
import { IconKey } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { ErrorState } from "@turnpike/ui/ErrorState.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useCall } from "../../lib/queries.ts";
import { Login } from "./Login.tsx";
import { useCredentialField } from "../credentials/credential-fields.tsx";
import { openAct } from "../../ui/act/open-act.ts";

/** The user name and password for all opened IPs: shown, copied, changed. */
export function PairPanel() {
  const { t } = useTranslation("pool");
  return (
    <Panel title={t("pair.title")} description={t("pair.help")}>
      <Pair />
    </Panel>
  );
}

function Pair() {
  const { t } = useTranslation("pool");
  const credential = useCredentialField();
  const pair = useCall("ipPassInfo", {});
  if (pair.isError && !pair.data) {
    return <ErrorState error={pair.error} onRetry={() => void pair.refetch()} />;
  }
  if (!pair.data) return <Skeleton h={62} aria-hidden />;
  const { username, password, endpoints } = pair.data;
  const open = endpoints.length;
  const change = () =>
    openAct({
      call: "ipPassInfo",
      input: (values) => ({ password: String(values["password"]) }),
      fields: [credential("password", t("pair.newPassword"))],
      title: t("pair.changeTitle"),
      text: [
        t("pair.changeHelp"),
        open > 0 && t("pair.openNow", { count: open, number: formatNumber(open) }),
      ]
        .filter(Boolean)
        .join(" "),
      submit: t("pair.save"),
      done: () => t("pair.changed"),
    });
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      <Login row={pair.data} />
      <Group gap={8}>
        <CopyButton text value={`${username}:${password}`} label={t("pair.copy")} />
        <BatchButton needs="proxies" icon={IconKey} label={t("pair.change")} onClick={change} />
      </Group>
    </Group>
  );
}
