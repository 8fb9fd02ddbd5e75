import { Button } from "@mantine/core";
import { IconDeviceDesktopShare } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { late } from "../../lib/lazy-component.ts";
import { toast } from "../../lib/toast.ts";
import { Late } from "../../ui/LazyMount.tsx";
import type { Lead } from "./local-port-target.ts";

const UseHereDialog = late(
  async () => (await import("./UseOnThisComputerDialog.tsx")).UseHereDialog,
);

/** Starts local ports on this computer for all ticked rows, among the buttons of a batch. */
export function UseHere<Row>(props: {
  rows: readonly Row[];
  leadOf: (row: Row) => Lead;
  /** Where the local ports are shown. */
  listPath?: string;
  /** Stands above what was started. */
  note?: ReactNode;
}) {
  const { t } = useTranslation("manager");
  const [leads, setLeads] = useState<readonly Lead[]>([]);
  const [opened, setOpened] = useState(false);
  const open = () => {
    if (props.rows.length === 0) return toast.warning(t("use.selectRow"));
    setLeads(props.rows.map(props.leadOf));
    setOpened(true);
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDeviceDesktopShare size={15} aria-hidden />}
        onClick={open}
      >
        {t("use.open")}
      </Button>
      <Late wanted={opened}>
        <UseHereDialog
          opened={opened}
          leads={leads}
          note={props.note}
          listPath={props.listPath ?? "/cli/isp-user?tab=local"}
          onClose={() => setOpened(false)}
        />
      </Late>
    </>
  );
}
