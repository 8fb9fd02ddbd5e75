/** Acts on the mail server (spec/console#mails). Its password is never logged. */
import { readBrandFile } from "@turnpike/contract/brand.ts";
import { judgeTarget, parseHost } from "@turnpike/rules/destination.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import { brandOf, brandSetting } from "../../../platform/brand/brand.ts";
import type { Tx } from "../../../platform/db/database.ts";
import {
  type MailServer,
  mailServerSetting,
  storedMailServer,
} from "../../../platform/mail/server.ts";
import type { Services } from "../../../platform/services.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { policyOf, type PolicyServices } from "../../webhook/policy.ts";
import { type ActResult, defineAct } from "./act.ts";

export interface GivenServer extends MailServer {
  /** The sender of mails; empty: as it is. */
  from: string;
}

const refuse = (field: string, fault: string) => new FieldRefused({ field, column: null, fault });

/** Ports on which mail servers listen: nobody reaches other services of ours through this setting. */
const mailPorts = [25, 465, 587, 2465, 2525, 2587];

/** The server as it was typed, with the password that was stored for it. @throws FieldRefused */
export function readServer(
  services: PolicyServices,
  { host, port, user, password }: MailServer,
  before: MailServer | null,
): MailServer {
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(host)) throw refuse("host", "is no name of a server");
  if (!services.env.lab) refuseInternal(services, host, port);
  // A stored password goes to nobody but the server that it was typed for.
  const isSame = before !== null && before.host === host && before.user === user;
  const kept = password || (isSame ? before.password : "");
  if (user !== "" && kept === "") throw refuse("password", "is missing");
  return { host, port, user, password: user === "" ? "" : kept };
}

/** From the machine itself any server can be set; a browser must not lead us to its neighbours. */
function refuseInternal(services: PolicyServices, host: string, port: number): void {
  if (!mailPorts.includes(port))
    throw refuse("port", `is none of ${mailPorts.join(", ")}; SMTP_URL takes any`);
  const read = parseHost(host, port);
  if ("bad" in read) throw refuse("host", read.bad);
  const { blockedPorts: _mail, ...policy } = policyOf(services);
  if (judgeTarget(read.target, policy).verdict === "refuse")
    throw refuse("host", "is internal: set it in the environment, as SMTP_URL");
}

/** Stores the sealed server, or removes it. @throws ActRefused if that would have no effect */
async function store(
  services: Services,
  tx: Tx,
  change: (before: MailServer | null) => MailServer | null,
): Promise<ActResult<null>> {
  if (services.env.SMTP_URL) throw new ActRefused("the environment has SMTP_URL, which wins");
  const { seal, settings } = services;
  const read = (sealed: string | null) => {
    const stored = storedMailServer(services, sealed);
    return stored === "unreadable" ? null : stored;
  };
  const logged = (server: MailServer | null) =>
    server && { host: server.host, port: server.port, user: server.user };
  const { before, after } = await changeSetting(tx, mailServerSetting, (sealed) => {
    const server = change(read(sealed));
    return server && seal.seal(JSON.stringify(server));
  });
  return {
    result: null,
    subject: "mail server",
    before: { server: logged(read(before)) },
    after: { server: logged(read(after)) },
    // This process sends through it before it says so.
    afterCommit: async () => {
      await settings.refresh();
      return null;
    },
  };
}

/** Sets the mail server and the sender. @throws ActRefused, FieldRefused */
export const setMailServer = defineAct<GivenServer, null>({
  action: "mail.server",
  run: async (services, tx, { from, ...given }) => {
    if (from !== "" && from !== brandOf(services).mailFrom) {
      const { fault } = { fault: "", ...readBrandFile({ mailFrom: from }) };
      if (fault !== "") throw refuse("from", fault);
      await changeSetting(tx, brandSetting, (brand) => ({ ...brand, mailFrom: from }));
    }
    return store(services, tx, (before) => readServer(services, given, before));
  },
});

/** Removes the mail server. @throws ActRefused */
export const removeMailServer = defineAct<Record<string, never>, null>({
  action: "mail.serverRemoved",
  run: (services, tx) => store(services, tx, () => null),
});
