import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallRefused, CallParameters } from "../../lib/call.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

/**
 * Resends deliveries and shows how many; `done` gets the number too. `handles` returns true if it
 * shows a refusal itself.
 */
export function useReplay(done: () => void, handles?: (refused: CallRefused) => boolean) {
  const { t } = useTranslation("webhooks");
  const replay = useCommand("webhookReplay", handles ? { handles } : {});
  const run = (parameters: CallParameters<"webhookReplay">) =>
    void replay.send(parameters, ({ replayed }) => {
      if (replayed === 0) toast.warning(t("replay.nothing"));
      else toast.success(t("deliveries.replayed", { count: replayed }));
      done();
    });
  return { run, busy: replay.busy };
}
