import { Button, Menu } from "@mantine/core";
import {
  IconCalendarPlus,
  IconChevronDown,
  IconDownload,
  IconPencil,
  IconReplace,
  IconRotate,
  IconTrash,
  type Icon,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { formatNumber } from "@turnpike/ui/lib/format.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { SelectedRows } from "@turnpike/ui/selected-rows.ts";
import { CopyMenu } from "../../proxy-file/CopyMenu.tsx";
import { targetOf } from "../../manager/local-port-target.ts";
import { UseOnThisComputer } from "../../manager/UseOnThisComputer.tsx";
import type { Task } from "../dialogs/IpDialogs.tsx";
import { fieldsOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

const selectedOf = { static: "selected-static-ips", short: "selected-short-term-ips" } as const;

/** The actions on all selected rows (spec/dashboard#batch-actions). */
export function IpBatch(props: {
  term: Term;
  selected: SelectedRows<StaticIp>;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation("static");
  const { term, selected, onTask } = props;
  const { rows } = selected;
  const opens = (kind: "edit" | "renew" | "replace" | "delete" | "export") => () =>
    onTask({ kind, rows });
  return (
    <>
      <CopyMenu rows={rows} fieldsOf={fieldsOf} contents={selectedOf[term]} />
      <UseOnThisComputer
        rows={rows}
        targetOf={(row) => targetOf(fieldsOf(row), { id: row.id, ip: row.exitIp })}
      />
      <Action icon={IconDownload} label={t("batch.export")} onClick={opens("export")} />
      <Action icon={IconPencil} label={t("batch.edit")} onClick={opens("edit")} />
      {term === "static" && (
        <>
          <Action icon={IconCalendarPlus} label={t("batch.renew")} onClick={opens("renew")} />
          <AutoRenewMenu rows={rows} />
        </>
      )}
      <Action icon={IconReplace} label={t("batch.replace")} onClick={opens("replace")} />
      <Action danger icon={IconTrash} label={t("batch.delete")} onClick={opens("delete")} />
    </>
  );
}

function Action(props: { icon: Icon; label: string; danger?: boolean; onClick: () => void }) {
  const Icon = props.icon;
  return (
    <Button
      size="xs"
      variant="default"
      {...(props.danger ? { c: "var(--mantine-color-error)" } : {})}
      leftSection={<Icon size={15} aria-hidden />}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
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
