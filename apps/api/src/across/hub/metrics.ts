/** Metrics of gateways' questions and their outcome. */
import type { QuestionKind } from "@turnpike/contract/data-plane.ts";
import type { Answers } from "@turnpike/link/link.ts";
import type { Metrics } from "../../platform/metrics/metrics.ts";
import type { Services } from "../../platform/services.ts";
import { countAside } from "../../platform/set-aside/store.ts";
import { countQuarantined } from "../../products/traffic/store/quarantine.ts";

/** Wraps the answers to count each question. */
export function withMetrics(answers: Answers, metrics: Metrics): Answers {
  const wrapped: Partial<Record<QuestionKind, (question: never, from: never) => unknown>> = {};
  for (const kind of Object.keys(answers) as QuestionKind[]) {
    const answer = answers[kind] as (question: never, from: never) => Promise<unknown>;
    wrapped[kind] = async (question, from) => {
      try {
        const result = await answer(question, from);
        metrics.countQuestion(kind, "answered");
        countResult(metrics, kind, result);
        return result;
      } catch (error) {
        metrics.countQuestion(kind, "failed");
        if (kind === "report") metrics.countReports("failed", reportsIn(question));
        throw error;
      }
    };
  }
  return wrapped as Answers;
}

function countResult(metrics: Metrics, kind: QuestionKind, given: unknown): void {
  const { refused, applied } = given as { refused?: string; applied?: number[] };
  if (kind === "lease" && refused !== undefined) metrics.countLeaseRefusal(refused);
  if (kind === "report" && applied) metrics.countReports("applied", applied.length);
}

/** Registers metrics that are read at each scrape. */
export function watchHub({ db, metrics, hub }: Services): void {
  metrics.watch("gateways_connected", "Gateway workers connected to the hub", () => hub.gateways());
  metrics.watch(
    "usage_reports_aside",
    "Usage reports that could not be applied and await the operator (operator usage list)",
    async () => (await countQuarantined(db)).count,
  );
  metrics.watch(
    "items_aside",
    "Records other than usage reports that were refused and await the operator (operator usage list)",
    async () => (await countAside(db)).reduce((sum, { count }) => sum + count, 0),
  );
}

const reportsIn = (question: unknown) => (question as { reports: unknown[] }).reports.length;
