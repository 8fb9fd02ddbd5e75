/** Traces, signals and provenance (spec/console#abuse-desk). */
import { signalNames } from "@turnpike/rules/abuse-signals.ts";
import { z } from "zod";
import { at, bytes, integer, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { neededReason } from "./fields.ts";

const access = "trace.read";

/** The customer who caused the traffic. */
export const whose = {
  account: z
    .object({
      id: z.string().describe("The account's id."),
      email: z.string().nullable().describe("Its e-mail; null where it is closed."),
    })
    .describe("The customer."),
  holder: z
    .object({
      id: z.string().describe("Its id."),
      name: z.string().nullable().describe("Its name; null where it is not known any more."),
      product: z.string().describe("The product; empty where it is not known."),
    })
    .describe("The sub-account, static IP, opened IP or port."),
};

export const certainties = ["surely", "perhaps", "nearby"] as const;

const tracedConnection = z
  .object({
    requestId: z.string().describe("The `X-Request-Id`."),
    ...whose,
    certainty: z
      .enum(certainties)
      .describe(
        "`surely`: the instant is between its begin and its end; `perhaps`: after the last report of one whose end is not known, or one that a gateway tells of an exit that is not its machine's; `nearby`: only the window meets it.",
      ),
    client: z.string().nullable().describe("The client's address; null where it is not known."),
    target: z.string().describe("`host:port` as the client asked for it."),
    address: z.string().nullable().describe("The address that was dialled."),
    protocol: z.string().describe("How the client asked."),
    exit: z
      .string()
      .nullable()
      .describe("The exit's address; null where an upstream did not tell it."),
    upstream: z.string().nullable().describe("The upstream that was used; null for own exits."),
    session: z.string().nullable().describe("The session that the upstream saw; null without."),
    country: z.string().describe("The exit's country, ISO 3166."),
    from: at.describe("When it began."),
    to: at.nullable().describe("When it ended; null while it is open or where that is not known."),
    seenAt: at.describe("The last report of it."),
    upBytes: bytes.describe("Bytes to the target."),
    downBytes: bytes.describe("Bytes from the target."),
    outcome: z.string().describe("How it ended; `open`, or `lost` where that is not known."),
    reason: z.string().describe("Why, where it failed."),
    connections: z.int().describe("How many connections a folded line stands for; 1 for others."),
    gateway: z.string().describe("The gateway worker that carried it, or says so."),
    relayed: z.boolean().describe("Whether it used another machine's exit, through its relay."),
    unproved: z
      .boolean()
      .describe(
        "Whether only the gateway's machine says so: the holder is not the account's, or the exit another machine's.",
      ),
  })
  .meta({ id: "TracedConnection" });

const exit = requiredText(64).describe("The exit's address.");
const instant = requiredText(64).describe(
  "An instant with its zone, such as 2026-03-16T09:30:00Z, or seconds since 1970.",
);
export const target = optional(text(260)).describe("Only of this host, `host:port` or address.");
export const window = optional(integer(0, 86_400)).describe(
  "So many seconds before and after the instant; 60 by default.",
);
const question = { exit, at: instant, target, window, reason: neededReason };

export const trace = consoleAct({
  path: "/console/v1/trace",
  access,
  summary: "Who used an exit at an instant. It changes nothing; who asked is in the audit log.",
  question,
  answer: {
    question: z
      .object({
        exit: z.string().describe("The exit."),
        at: at.describe("The instant."),
        target: z.string().nullable().describe("The target; null: any."),
        windowSeconds: z.int().describe("The window to both sides."),
      })
      .describe("What was looked for."),
    keptDays: z.int().describe("For how many days connections are kept."),
    connections: z.array(tracedConnection).describe("The likeliest first; 1,000 at most."),
    more: z.boolean().describe("There are more."),
  },
  refusals: ["badField", "traceTooOld"],
});

export const traceRequest = consoleAct({
  path: "/console/v1/traceRequest",
  access,
  summary: "Whose connection had a request id. It changes nothing; who asked is in the audit log.",
  question: {
    connection: requiredText(64).describe("The `X-Request-Id`."),
    reason: neededReason,
  },
  answer: {
    connection: tracedConnection.nullable().describe("The connection; null where none is kept."),
  },
});

export const traceExport = consoleAct({
  path: "/console/v1/traceExport",
  access,
  summary: "The same as `trace`, as a file with a signature, for a legal request.",
  question,
  answer: {
    fileName: z.string().describe("A name for the file."),
    text: z
      .string()
      .describe("The file: JSON with `statement`, `publicKey` and an Ed25519 `signature`."),
    connections: z.int().describe("How many connections it has."),
  },
  refusals: ["badField", "traceTooOld"],
});

export const signals = consoleCall({
  path: "/console/v1/signals",
  access,
  summary: "What may be abuse, the farthest above its limit first. Nothing acts on it.",
  question: {
    hours: integer(1, 72)
      .default(6)
      .describe("Of the running hour and so many before it; 6 by default."),
  },
  answer: {
    from: at.describe("Since when it was looked."),
    to: at.describe("Until when."),
    items: z
      .array(
        z.object({
          signal: z.enum(signalNames).describe("What was seen."),
          account: whose.account,
          holder: whose.holder.nullable().describe("Null where it is about the account."),
          count: z.int().describe("How many."),
          limit: z.int().describe("From how many on it is a signal."),
          host: z.string().nullable().describe("The target, of password spraying."),
          exits: z.int().nullable().describe("Through how many exits, of password spraying."),
          cents: z.int().nullable().describe("Cents withdrawn, of charge-backs."),
          reason: z.string().describe("All of it in an English sentence."),
        }),
      )
      .describe("The signals."),
  },
  refusals: ["signalsTooSlow"],
});

export const exitProvenance = consoleCall({
  path: "/console/v1/exitProvenance",
  access,
  summary: "Where an exit's address comes from, which customers had it and who used it.",
  question: { ip: requiredText(64).describe("The address.") },
  answer: {
    ip: z.string().describe("The address, in its canonical spelling."),
    origins: z
      .array(
        z.object({
          product: z.string().describe("The product."),
          kind: z.string().describe("`local`, `http` or `socks5`."),
          provenance: z.string().describe("Whose address it is and how it came here."),
          host: z.string().describe("What is bound, or the upstream proxy's address."),
          port: z.int().describe("The upstream proxy's port; 0 for a local exit."),
          node: z.string().nullable().describe("The node; null: every node."),
          importedAt: at.describe("When it was imported."),
          retiredAt: at.nullable().describe("When it was retired."),
        }),
      )
      .describe("Every exit that was imported with the address, the newest first."),
    holders: z
      .array(
        z.object({
          ...whose,
          from: at.describe("Since when."),
          to: at.nullable().describe("Until when; null: still."),
        }),
      )
      .describe("Who had it as a static or opened IP, the newest first; 100 of each at most."),
    users: z
      .array(
        z.object({
          ...whose,
          firstAt: at.describe("The first connection."),
          lastAt: at.describe("The last."),
          connections: z.int().describe("How many."),
          bytes: bytes.describe("Bytes in both directions."),
        }),
      )
      .describe("Whose traffic it carried while traces are kept, the latest first; 100 at most."),
  },
  refusals: ["badField", "exitUnknown"],
});

export const consoleAbuseCalls = {
  trace,
  traceRequest,
  traceExport,
  signals,
  exitProvenance,
};
