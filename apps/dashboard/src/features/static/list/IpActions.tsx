import { RowButton, RowMenu } from "@turnpike/ui/list/buttons.tsx";
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import {
  type Icon,
  IconBolt,
  IconCalendarPlus,
  IconChevronRight,
  IconCopy,
  IconInfoCircle,
  IconPencil,
  IconReplace,
  IconTrash,
} from "@turnpike/ui/icons.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import type { IpActs } from "../acts/use-ip-acts.ts";
import { Rotate } from "../Rotate.tsx";
import { lineOf, type StaticIp } from "../static-ip.ts";
import type { Term } from "../term.ts";

interface Props {
  term: Term;
  row: StaticIp;
  acts: IpActs;
  onOpen: (id: string) => void;
}

/** The actions of one static IP. */
export function IpActions({ term, row, acts, onOpen }: Props) {
  const { t } = useTranslation("static");
  const copy = useCopy();
  const host = row.exitIp;
  const show = () => onOpen(row.id);
  const act = (name: Exclude<keyof IpActs, "export">, icon: Icon) => ({
    icon,
    label: t(`actions.${name}`),
    needs: name === "renew" ? ("buy" as const) : ("proxies" as const),
    run: () => acts[name]([row]),
  });
  return (
    <>
      <Rotate row={row} />
      <RowMenu
        label={t("actions.more", { host })}
        acts={[
          { icon: IconBolt, label: t("actions.test"), needs: "proxies", run: show },
          {
            icon: IconCopy,
            label: t("actions.copy"),
            run: () => copy.run(lineOf(row, defaultTemplate)),
          },
          act("edit", IconPencil),
          term === "static" && act("renew", IconCalendarPlus),
          act("replace", IconReplace),
          { icon: IconInfoCircle, label: t("actions.show"), run: show },
          { ...act("delete", IconTrash), danger: true },
        ]}
      />
      <RowButton
        tip={t("actions.show")}
        icon={IconChevronRight}
        label={t("actions.details", { host })}
        onClick={show}
      />
    </>
  );
}
