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
      id: z.string().describe("The account's ID."),
      email: z.string().nullable().describe("Its e-mail address; null if it is closed."),
    })
    .describe("The customer."),
  holder: z
    .object({
      id: z.string().describe("The holder's ID."),
      name: z.string().nullable().describe("The holder's name; null if it is no longer known."),
      product: z.string().describe("The product; empty if it is not known."),
    })
    .describe("The sub-account, static IP, opened IP or port that sent the traffic."),
};

export const certainties = ["surely", "perhaps", "nearby"] as const;

const tracedConnection = z
  .object({
    requestId: z.string().describe("The `X-Request-Id`."),
    ...whose,
    certainty: z
      .enum(certainties)
      .describe(
        "`surely`: the connection was open at that time. `perhaps`: its end is not known, or a gateway reported an exit that is not on its machine. `nearby`: it was open within the window.",
      ),
    client: z.string().nullable().describe("The client's address; null if it is not known."),
    target: z.string().describe("`host:port` as the client asked for it."),
    address: z.string().nullable().describe("The address that was dialled."),
    protocol: z.string().describe("The protocol between the client and the gateway."),
    exit: z
      .string()
      .nullable()
      .describe("The exit's address; null if an upstream did not report it."),
    upstream: z.string().nullable().describe("The upstream that was used; null for own exits."),
    session: z.string().nullable().describe("The session at the upstream; null without one."),
    country: z.string().describe("The exit's country, ISO 3166."),
    from: at.describe("The time it began."),
    to: at.nullable().describe("The time it ended; null while it is open, or if it is not known."),
    seenAt: at.describe("The time of its last report."),
    upBytes: bytes.describe("Bytes sent to the target."),
    downBytes: bytes.describe("Bytes received from the target."),
    outcome: z.string().describe("The outcome; `open`, or `lost` if it is not known."),
    reason: z.string().describe("The reason of a failure."),
    connections: z
      .int()
      .describe("The number of connections that a folded line stands for; 1 for others."),
    gateway: z.string().describe("The gateway worker that carried or reported it."),
    relayed: z.boolean().describe("True if it used another machine's exit, through its relay."),
    unproved: z
      .boolean()
      .describe(
        "True if only the gateway's machine reports it: the holder is not the account's, or the exit is another machine's.",
      ),
  })
  .meta({ id: "TracedConnection" });

const exit = requiredText(64).describe("The exit's address.");
const instant = requiredText(64).describe(
  "A time with its zone, such as 2026-03-16T09:30:00Z, or seconds since 1970.",
);
export const target = optional(text(260)).describe(
  "Only connections to this host, `host:port` or address.",
);
export const window = optional(integer(0, 86_400)).describe(
  "Seconds before and after the time; 60 by default.",
);
const question = { exit, at: instant, target, window, reason: neededReason };

export const trace = consoleAct({
  path: "/console/v1/trace",
  access,
  summary:
    "Finds the connections through an exit at a given time. Changes nothing, and is recorded in the audit log.",
  request: question,
  response: {
    question: z
      .object({
        exit: z.string().describe("The exit."),
        at: at.describe("The time."),
        target: z.string().nullable().describe("The target; null for any."),
        windowSeconds: z.int().describe("Seconds before and after the time."),
      })
      .describe("The search that was made."),
    keptDays: z.int().describe("The number of days that connections are kept."),
    connections: z
      .array(tracedConnection)
      .describe("Connections, the likeliest first; 1,000 at most."),
    more: z.boolean().describe("True if there are more."),
  },
  refusals: ["badField", "traceTooOld"],
});

export const traceRequest = consoleAct({
  path: "/console/v1/traceRequest",
  access,
  summary:
    "Finds the connection of a request ID. Changes nothing, and is recorded in the audit log.",
  request: {
    connection: requiredText(64).describe("The `X-Request-Id`."),
    reason: neededReason,
  },
  response: {
    connection: tracedConnection.nullable().describe("The connection; null if none is kept."),
  },
});

export const traceExport = consoleAct({
  path: "/console/v1/traceExport",
  access,
  summary: "Exports a trace as a signed file, for a legal request.",
  request: question,
  response: {
    fileName: z.string().describe("A name for the file."),
    text: z
      .string()
      .describe("The file: JSON with `statement`, `publicKey` and an Ed25519 `signature`."),
    connections: z.int().describe("The number of connections in the file."),
  },
  refusals: ["badField", "traceTooOld"],
});

export const signals = consoleCall({
  path: "/console/v1/signals",
  access,
  summary: "Lists possible abuse, the farthest above its limit first. Nothing acts on it.",
  request: {
    hours: integer(1, 72)
      .default(6)
      .describe("The span in hours, the running hour included; 6 by default."),
  },
  response: {
    from: at.describe("The start of the search."),
    to: at.describe("The end of the search."),
    items: z
      .array(
        z.object({
          signal: z.enum(signalNames).describe("The kind of signal."),
          account: whose.account,
          holder: whose.holder
            .nullable()
            .describe("The holder; null if the signal is about the account."),
          count: z.int().describe("The number of occurrences."),
          limit: z.int().describe("The limit: fewer are not a signal."),
          host: z.string().nullable().describe("The target, for password spraying."),
          exits: z.int().nullable().describe("The number of exits, for password spraying."),
          cents: z
            .int()
            .nullable()
            .describe("Cents withdrawn, for disputes; cents paid, for tests of cards."),
          others: z
            .array(whose.account)
            .describe("Other accounts that the signal is about, the latest first; 20 at most."),
          reason: z.string().describe("The signal as an English sentence."),
        }),
      )
      .describe("The signals."),
  },
  refusals: ["signalsTooSlow"],
});

export const exitProvenance = consoleCall({
  path: "/console/v1/exitProvenance",
  access,
  summary: "Returns the origin of an exit's address, its holders and its users.",
  request: { ip: requiredText(64).describe("The address.") },
  response: {
    ip: z.string().describe("The address, in canonical spelling."),
    origins: z
      .array(
        z.object({
          product: z.string().describe("The product."),
          kind: z.string().describe("`local`, `http` or `socks5`."),
          provenance: z.string().describe("The owner of the address, and its source."),
          host: z.string().describe("The bound address, or the upstream proxy's address."),
          port: z.int().describe("The upstream proxy's port; 0 for a local exit."),
          node: z.string().nullable().describe("The node; null for every node."),
          importedAt: at.describe("The time it was imported."),
          retiredAt: at.nullable().describe("The time it was retired."),
        }),
      )
      .describe("Every exit that was imported with the address, the newest first."),
    holders: z
      .array(
        z.object({
          ...whose,
          from: at.describe("The time from which it had the address."),
          to: at
            .nullable()
            .describe("The time until which it had the address; null if it still has it."),
        }),
      )
      .describe(
        "Holders of the address as a static or opened IP, the newest first; 100 of each at most.",
      ),
    users: z
      .array(
        z.object({
          ...whose,
          firstAt: at.describe("The time of the first connection."),
          lastAt: at.describe("The time of the last connection."),
          connections: z.int().describe("The number of connections."),
          bytes: bytes.describe("Bytes in both directions."),
        }),
      )
      .describe(
        "Customers whose traffic it carried while traces are kept, the latest first; 100 at most.",
      ),
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
