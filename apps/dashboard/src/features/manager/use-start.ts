import type { LocalPort } from "@turnpike/contract/manager.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CallRefused } from "../../lib/call.ts";
import { callManager } from "./manager-client.ts";
import { type BatchEnd, type Outcome, runBatch } from "../../ui/batch/run-batch.ts";
import type { Batch } from "../../ui/batch/use-batch.ts";
import type { LocalPortTarget } from "./local-port-target.ts";

/** The manager's refusals that have a translated message. */
const translatedReasons = ["badUpstream", "portUnavailable", "badField"] as const;

export interface StartBatch extends Batch<LocalPort, LocalPortTarget> {
  started: boolean;
  start: (rows: readonly LocalPortTarget[]) => void;
}

/** Starts local ports one after the other, and keeps the outcome of each. */
export function useStart(port: number | undefined): StartBatch {
  const { t } = useTranslation("manager");
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly LocalPortTarget[]>([]);
  const [outcomes, setOutcomes] = useState<Record<string, Outcome<LocalPort>>>({});
  const [end, setEnd] = useState<BatchEnd | "running" | null>(null);
  const send = async (target: LocalPortTarget, at: number): Promise<LocalPort> => {
    const { upstream, ip, endsAtMs } = target;
    const expiresAt = endsAtMs === null ? {} : { expiresAt: new Date(endsAtMs).toISOString() };
    try {
      return await callManager("start", { upstream, ip, ...expiresAt }, { port: at });
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      const reason = translatedReasons.find((option) => option === error.reason);
      throw reason ? new CallRefused(error.code, t(`failed.${reason}`), {}) : error;
    }
  };
  const run = async (targets: readonly LocalPortTarget[]) => {
    if (port === undefined || end === "running") return;
    setEnd("running");
    const ended = await runBatch<LocalPortTarget, LocalPort>({
      rows: targets,
      batchSize: 1,
      send: ([target]) => {
        if (!target) throw new Error("a call is of one row");
        return send(target, port);
      },
      onOutcome: ([target], outcome) =>
        target && setOutcomes((before) => ({ ...before, [target.id]: outcome })),
    });
    setEnd(ended);
    void client.invalidateQueries({ queryKey: ["manager"] });
  };
  return {
    started: end !== null,
    rows,
    outcomes,
    running: end === "running",
    stopped: end === "stopped",
    start(targets) {
      setRows(targets);
      setOutcomes({});
      void run(targets);
    },
    retry() {
      const done = Object.entries(outcomes).filter(([, outcome]) => outcome.done);
      setOutcomes(Object.fromEntries(done));
      void run(rows.filter(({ id }) => !outcomes[id]?.done));
    },
  };
}
