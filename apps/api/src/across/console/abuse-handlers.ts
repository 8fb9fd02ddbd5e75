/** Handlers for traces, cases, signals and provenance (spec/console#abuse-desk). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { fileName } from "@turnpike/rules/file-name.ts";
import { canonicalNetwork } from "@turnpike/rules/network.ts";
import { readTrace, type TraceQuestion } from "@turnpike/rules/trace.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { listCases, showCase } from "../abuse/cases.ts";
import { exitProvenance } from "../abuse/provenance.ts";
import { abuseSignals } from "../abuse/signals.ts";
import { accountOf } from "../operator/acts/account-of.ts";
import { perform } from "../operator/acts/act.ts";
import * as cases from "../operator/acts/cases.ts";
import { exportTrace, readConnection, readTraceOf } from "../operator/acts/trace.ts";
import { serialized } from "../operator/read/paging.ts";
import type { ConsoleHandlers } from "./caller.ts";

type TraceNames = "trace" | "traceRequest" | "traceExport" | "signals" | "exitProvenance";
type CaseNames =
  | "caseList"
  | "caseShow"
  | "caseOpen"
  | "caseNote"
  | "caseMail"
  | "caseClose"
  | "caseReopen"
  | "caseAssign";

/** A browser waits at most 30 s; counts less than a minute old are reused. */
const SIGNALS = { timeoutMs: 25_000, maxAgeMs: 60_000 };

interface TraceFields {
  exit?: string | undefined;
  at?: string | undefined;
  target?: string | undefined;
  window?: number | undefined;
}

/** @throws Refusal badField */
function questionOf({ world }: Services, { window, ...asked }: TraceFields): TraceQuestion {
  const seconds = window === undefined ? undefined : String(window);
  const read = readTrace({ ...asked, window: seconds }, world.now());
  if ("field" in read) throw new Refusal("badField", { field: read.field, detail: read.why });
  return read.question;
}

function traceHandlers(services: Services): Pick<ConsoleHandlers, TraceNames> {
  return {
    trace: ({ reason, ...asked }, { actor }) =>
      perform(services, readTraceOf, { actor, input: questionOf(services, asked), reason }),

    traceRequest: ({ connection, reason }, { actor }) =>
      perform(services, readConnection, { actor, input: { requestId: connection }, reason }),

    async traceExport({ reason, ...asked }, { actor }) {
      const input = questionOf(services, asked);
      const signed = await perform(services, exportTrace, { actor, input, reason });
      const { question, connections } = signed.statement;
      const name = fileName({
        brand: brandOf(services).ownName,
        contents: "trace",
        details: [question.exit],
        when: Date.parse(question.at),
        ending: "json",
      });
      const text = `${JSON.stringify(signed, null, 2)}\n`;
      return { fileName: name, text, connections: connections.length };
    },

    async signals({ hours }) {
      const found = await abuseSignals(services, { hours, ...SIGNALS });
      const items = found.signals.map(({ host = null, exits = null, cents = null, ...signal }) => {
        return { ...signal, host, exits, cents };
      });
      return { from: found.from, to: found.to, items };
    },

    async exitProvenance({ ip: typed }) {
      const ip = canonicalNetwork(typed.trim());
      if (ip === null) throw new Refusal("badField", { field: "ip" });
      return serialized(await exitProvenance(services, ip));
    },
  };
}

export function abuseHandlers(services: Services): Pick<ConsoleHandlers, TraceNames | CaseNames> {
  const showResult = async ({ number }: { number: number }) =>
    serialized(await showCase(services, number));
  return {
    ...traceHandlers(services),

    async caseList({ account, state = null, page, limit }) {
      const accountId = account === undefined ? null : (await accountOf(services, account)).id;
      return serialized(await listCases(services, { state, accountId, page, limit }));
    },

    caseShow: showResult,

    async caseOpen({ title, reporter = "", account = null, reason, requestId, ...asked }, caller) {
      const wasSeen = asked.exit !== undefined || asked.at !== undefined;
      const seen = wasSeen ? questionOf(services, asked) : null;
      const input = { title, reporter, account, seen };
      const options = { actor: caller.actor, input, reason, requestId };
      const opened = await perform(services, cases.open, options);
      return { case: serialized(opened.case), connections: opened.connections.length };
    },

    async caseNote({ requestId, ...input }, { actor }) {
      return showResult(await perform(services, cases.note, { actor, input, requestId }));
    },

    async caseMail({ reason, requestId, account = null, ...written }, { actor }) {
      const input = { ...written, account };
      return showResult(await perform(services, cases.mail, { actor, input, reason, requestId }));
    },

    async caseClose({ number, reason }, { actor }) {
      const input = { number, text: reason ?? "" };
      return showResult(await perform(services, cases.close, { actor, input, reason }));
    },

    async caseReopen({ number, reason }, { actor }) {
      const input = { number, text: reason ?? "" };
      return showResult(await perform(services, cases.reopen, { actor, input, reason }));
    },

    async caseAssign({ reason, ...input }, { actor }) {
      return showResult(await perform(services, cases.assign, { actor, input, reason }));
    },
  };
}
