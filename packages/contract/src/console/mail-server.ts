/** The mail server, sealed in the database (spec/console#mails). */
import { z } from "zod";
import { integer, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "mails.write";

const server = z
  .object({
    source: z
      .enum(["environment", "console", "none"])
      .describe("Where it is set: `environment` cannot be changed here."),
    unreadable: z
      .boolean()
      .describe("True if it was sealed with another secret key: set it again."),
    host: z.string().describe("The server's name; empty if none is set."),
    port: z.int().describe("The server's port: 465 is TLS from the start, others begin it later."),
    user: z.string().describe("The user; empty if it asks for none."),
    hasPassword: z.boolean().describe("True if a password is set."),
    from: z.string().describe("The sender of e-mails, as the brand has it."),
  })
  .meta({ id: "ConsoleMailServer" });

export const mailServerShow = consoleCall({
  path: "/console/v1/mailServerShow",
  access,
  summary: "Returns the mail server that e-mails are sent through, without its password.",
  response: { server: server.describe("The mail server."), version },
});

export const mailServerSet = consoleAct({
  path: "/console/v1/mailServerSet",
  access,
  fresh: true,
  summary: "Sets the mail server; all API processes send through it at once.",
  request: {
    host: requiredText(253).describe("The server's name."),
    port: integer(1, 65_535).describe("The server's port."),
    user: text(320).default("").describe("The user; empty if the server asks for none."),
    password: text(1_000)
      .default("")
      .describe("The password; empty: as it is, if server and user are the same."),
    from: text(320).default("").describe("The sender of e-mails; empty: as it is."),
    seen,
    reason,
  },
  response: { server: server.describe("The mail server as it is now.") },
  refusals: ["badField", "actRefused", "changedMeanwhile"],
});

export const mailServerRemove = consoleAct({
  path: "/console/v1/mailServerRemove",
  access,
  summary: "Removes the mail server: e-mails wait until there is one.",
  request: { reason },
  response: { server: server.describe("The mail server as it is now.") },
  refusals: ["actRefused"],
});

export const consoleMailServerCalls = { mailServerShow, mailServerSet, mailServerRemove };
