import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { Group, Skeleton } from "@mantine/core";
import { IconKey } from "@turnpike/ui/icons.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { useTranslation } from "react-i18next";
import { CopyButton } from "@turnpike/ui/CopyButton.tsx";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { Login } from "./Login.tsx";
import { useCredentialField } from "../credentials/credential-fields.tsx";
import { openAct } from "../../ui/act/open-act.ts";

/** The user name and password for all opened IPs: shown, copied, changed. */
export function PairPanel() {
  const { t } = useTranslation("pool");
  const pair = useCall("ipPassInfo", {});
  return (
    <Panel title={t("pair.title")} description={t("pair.help")}>
      <Loaded of={pair} waiting={<Skeleton h={62} aria-hidden />}>
        {(answer) => <Pair pair={answer} />}
      </Loaded>
    </Panel>
  );
}

function Pair({ pair }: { pair: CallResult<"ipPassInfo"> }) {
  const { t } = useTranslation("pool");
  const credential = useCredentialField();
  const { username, password, endpoints } = pair;
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
      <Login row={pair} />
      <Group gap={8}>
        <CopyButton text value={`${username}:${password}`} label={t("pair.copy")} />
        <BatchButton needs="proxies" icon={IconKey} label={t("pair.change")} onClick={change} />
      </Group>
    </Group>
  );
}
