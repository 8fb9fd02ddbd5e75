import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import type { UnlimitedPort } from "../port.ts";
import { useShowPorts } from "../use-plan.ts";

/** Changes the exits immediately, of as many ports as a plan can have, in a single call. */
export function useRotate(kind: UnlimitedKind) {
  const { t } = useTranslation("unlimited");
  const command = useCommand("rotateUnlimit");
  const showPorts = useShowPorts(kind);
  const rotate = async (rows: readonly UnlimitedPort[]) => {
    try {
      const { ports } = await command.mutateAsync({ ids: rows.map(({ id }) => id) });
      showPorts(ports);
      toast.success(t("rotate.done", { count: ports.length }));
    } catch {
      // A toast has shown the error.
    }
  };
  return {
    busy: command.isPending,
    rotate: (rows: readonly UnlimitedPort[]) => void rotate(rows),
  };
}
