/** Handlers for the mail server. */
import type { ConsoleCalls, ConsoleResponse } from "@turnpike/contract/console/calls.ts";
import { brandOf, brandSetting } from "../../platform/brand/brand.ts";
import { mailServerSetting, smtpUrl, storedMailServer } from "../../platform/mail/server.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockedSetting } from "../../platform/setting/setting.ts";
import { perform } from "../operator/acts/act.ts";
import { removeMailServer, setMailServer } from "../operator/acts/mail-server.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";

type Server = ConsoleResponse<ConsoleCalls["mailServerShow"]>["server"];

const DEFAULT_PORT = 587;

/** The mail server in effect, without its password. */
function present(services: Services): Server {
  const { env, settings } = services;
  const url = smtpUrl(services);
  const {
    hostname = "",
    port = "",
    username = "",
    password = "",
    protocol = "",
  } = url === undefined ? {} : new URL(url);
  const own = storedMailServer(services, settings.get(mailServerSetting));
  return {
    source: env.SMTP_URL ? "environment" : url === undefined ? "none" : "console",
    unreadable: own === "unreadable",
    host: hostname,
    port: Number(port) || (protocol === "smtps:" ? 465 : DEFAULT_PORT),
    user: decodeURIComponent(username),
    hasPassword: password !== "",
    from: brandOf(services).mailFrom,
  };
}

type Names = "mailServerShow" | "mailServerSet" | "mailServerRemove";

export function mailServerHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    mailServerShow: async () => {
      const { settings } = services;
      const set = [settings.get(mailServerSetting), settings.get(brandSetting).mailFrom];
      return { server: present(services), version: versionOf(set) };
    },

    async mailServerSet({ reason, seen, ...input }, { actor }) {
      const check = async (tx: Tx) => {
        // In the order in which the act locks them.
        const { mailFrom } = await lockedSetting(tx, brandSetting);
        refuseStale(seen, [await lockedSetting(tx, mailServerSetting), mailFrom]);
      };
      await perform(services, setMailServer, { actor, input, reason, check });
      return { server: present(services) };
    },

    async mailServerRemove({ reason }, { actor }) {
      await perform(services, removeMailServer, { actor, input: {}, reason });
      return { server: present(services) };
    },
  };
}
