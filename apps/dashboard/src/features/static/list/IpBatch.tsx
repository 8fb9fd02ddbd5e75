import { Button, Menu } from "@mantine/core";
import {
  IconCalendarPlus,
  IconChevronDown,
  IconDownload,
  IconPencil,
  IconReplace,
  IconRotate,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { BatchButton } from "@turnpike/ui/list/buttons.tsx";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { targetOf } from "../../manager/local-port-target.ts";
import { UseOnThisComputer } from "../../manager/UseOnThisComputer.tsx";
import type { IpActs } from "../acts/use-ip-acts.ts";
import { fieldsOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

const selectedOf = { static: "selected-static-ips", short: "selected-short-term-ips" } as const;

/** The actions on all selected rows (spec/dashboard#batch-actions). */
export function IpBatch(props: { term: Term; rows: readonly StaticIp[]; acts: IpActs }) {
  const { t } = useTranslation("static");
  const { term, rows, acts } = props;
  const opens = (act: keyof IpActs) => () => acts[act](rows);
  return (
    <>
      <CopyMenu rows={rows} fieldsOf={fieldsOf} contents={selectedOf[term]} />
      <UseOnThisComputer
        rows={rows}
        targetOf={(row) => targetOf(fieldsOf(row), { id: row.id, ip: row.exitIp })}
      />
      <BatchButton
        needs="manage"
        icon={IconDownload}
        label={t("batch.export")}
        onClick={opens("export")}
      />
      <BatchButton
        needs="proxies"
        icon={IconPencil}
        label={t("batch.edit")}
        onClick={opens("edit")}
      />
      {term === "static" && (
        <>
          <BatchButton
            needs="buy"
            icon={IconCalendarPlus}
            label={t("batch.renew")}
            onClick={opens("renew")}
          />
          <AutoRenewMenu rows={rows} />
        </>
      )}
      <BatchButton
        needs="proxies"
        icon={IconReplace}
        label={t("batch.replace")}
        onClick={opens("replace")}
      />
      <BatchButton
        needs="proxies"
        danger
        icon={IconTrash}
        label={t("batch.delete")}
        onClick={opens("delete")}
      />
    </>
  );
}

function AutoRenewMenu({ rows }: { rows: readonly StaticIp[] }) {
  const { t } = useTranslation("static");
  const { set, busy } = useAutoRenewMany();
  const turn = (enabled: boolean) => () => set(rows, enabled);
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button
          data-needs="money"
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<IconRotate size={15} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t("batch.autoRenew")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={turn(true)}>{t("batch.turnOn")}</Menu.Item>
        <Menu.Item onClick={turn(false)}>{t("batch.turnOff")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The maximum number of rows in one call of the API. */
const MAX_AT_ONCE = 1000;

/** Switches auto-renewal for many IPs, and says for how many. */
function useAutoRenewMany() {
  const { t } = useTranslation("static");
  const renew = useCommand("staticMoreAuto");
  const send = async (rows: readonly StaticIp[], enabled: boolean) => {
    let count = 0;
    for (let from = 0; from < rows.length; from += MAX_AT_ONCE) {
      const ids = rows.slice(from, from + MAX_AT_ONCE).map(({ id }) => id);
      const answer = await renew.send({ ids, enabled });
      if (!answer) return;
      count += answer.updated;
    }
    const words = { count, amount: formatNumber(count) };
    toast.success(enabled ? t("batch.turnedOn", words) : t("batch.turnedOff", words));
  };
  return {
    busy: renew.busy,
    set: (rows: readonly StaticIp[], enabled: boolean) => void send(rows, enabled),
  };
}
