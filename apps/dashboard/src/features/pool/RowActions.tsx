import { RowButton, RowMenu } from "@turnpike/ui/list/buttons.tsx";
import { IconBolt, IconCopy, IconPlugConnected, IconTrash } from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import type { OpenedActs } from "./use-opened-acts.tsx";
import { addressOf, lineOf, type OpenedIp } from "./pool-ip.ts";

/** The actions on an opened IP. */
export function RowActions(props: {
  row: OpenedIp;
  acts: OpenedActs;
  /** Opens the same exit once more. */
  onAgain?: (row: OpenedIp) => void;
}) {
  const { t } = useTranslation("pool");
  const { row, acts, onAgain } = props;
  const copy = useCopy();
  const address = addressOf(row);
  const active = row.status === "active";
  return (
    <>
      {active && (
        <RowButton
          tip={t("actions.try")}
          icon={IconBolt}
          label={t("actions.tryOf", { address })}
          onClick={() => acts.try(row)}
        />
      )}
      <RowMenu
        label={t("actions.more", { address })}
        acts={[
          active && { icon: IconBolt, label: t("actions.try"), run: () => acts.try(row) },
          { icon: IconCopy, label: t("actions.copy"), run: () => copy.run(lineOf(row)) },
          onAgain !== undefined && {
            icon: IconPlugConnected,
            label: t("actions.again"),
            needs: "buy",
            run: () => onAgain(row),
          },
          {
            icon: IconTrash,
            label: t(active ? "actions.end" : "actions.takeOff"),
            needs: "proxies",
            run: () => acts.delete([row]),
            danger: true,
          },
        ]}
      />
    </>
  );
}
