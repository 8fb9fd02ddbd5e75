import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { UnlimitedPort } from "../port.ts";
import { showPorts } from "../use-plan.ts";

/** Changes the exits immediately, of as many ports as a plan can have, in a single call. */
export function useRotate(kind: UnlimitedKind) {
  const { t } = useTranslation("unlimited");
  const command = useCommand("rotateUnlimit");
  return {
    busy: command.busy,
    rotate: (rows: readonly UnlimitedPort[]) =>
      void command.send({ ids: rows.map(({ id }) => id) }, ({ ports }) => {
        showPorts(kind, ports);
        toast.success(t("rotate.done", { count: ports.length }));
      }),
  };
}
