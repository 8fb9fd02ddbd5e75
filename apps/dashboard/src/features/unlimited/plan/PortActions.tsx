import { RowButton, RowMenu } from "@turnpike/ui/list/buttons.tsx";
import {
  IconBolt,
  IconChevronRight,
  IconCopy,
  IconPencil,
  IconRefresh,
} from "@turnpike/ui/icons.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useCopy } from "@turnpike/ui/CopyButton.tsx";
import { type PlanPhase, ownLineOf, type UnlimitedPort } from "../port.ts";
import type { PortActs } from "../acts/use-port-acts.tsx";
import { useRotate } from "../port/use-rotate.ts";

/** The actions on a port. */
export function PortActions(props: {
  kind: UnlimitedKind;
  row: UnlimitedPort;
  phase: PlanPhase;
  acts: PortActs;
  onOpen: (id: string) => void;
}) {
  const { t } = useTranslation("unlimited");
  const { kind, row, phase, acts, onOpen } = props;
  const { port } = row;
  const rotation = useRotate(kind);
  const fixed = phase !== "running";
  const open = () => onOpen(row.id);
  const rotate = () => rotation.rotate([row]);
  const copy = useCopy();
  return (
    <>
      <RowButton
        needs="proxies"
        tip={t("actions.rotate")}
        icon={IconRefresh}
        label={t("actions.rotateOf", { port })}
        disabled={fixed}
        loading={rotation.busy}
        onClick={rotate}
      />
      <RowMenu
        label={t("actions.more", { port })}
        acts={[
          { icon: IconBolt, label: t("actions.try"), run: open },
          { icon: IconCopy, label: t("actions.copy"), run: () => copy.run(ownLineOf(row)) },
          {
            icon: IconPencil,
            label: t("actions.edit"),
            needs: "proxies",
            disabled: fixed,
            run: () => acts.edit([row]),
          },
          {
            icon: IconRefresh,
            label: t("actions.rotate"),
            needs: "proxies",
            disabled: fixed,
            run: rotate,
          },
        ]}
      />
      <RowButton
        tip={t("actions.show")}
        icon={IconChevronRight}
        label={t("actions.details", { port })}
        onClick={open}
      />
    </>
  );
}
