/** CDKeys (spec/cdkeys#calls). */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import {
  cdkeyAlphabet,
  cdkeyCharacters,
  cdkeyGroup,
  maskCdkey,
  readCdkey,
} from "@turnpike/rules/cdkey.ts";
import { emailContains, emailsOf } from "../../identity/account/store/contacts.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import { maySpend } from "../../platform/http/require-scope.ts";
import type { Services } from "../../platform/services.ts";
import { codeOf, lookupsOf } from "./code.ts";
import { createCdkeys } from "./make.ts";
import { redeemCdkey } from "./redeem.ts";
import {
  type CdkeyRow,
  type CdkeyStatus,
  pageOfMade,
  pageOfRedeemed,
  type Search,
  shownPool,
} from "./store.ts";

export function cdkeyCalls(
  services: Services,
): Pick<Handlers, "cdkeyMake" | "cdkeys" | "cdkeyUse" | "cdkeyRecord"> {
  const { db, seal } = services;
  return {
    async cdkeyMake(question, caller, tx) {
      const { at, cdkeys } = await createCdkeys(services, tx, caller, question);
      const { kind, amount, pool = firstPool } = question;
      const unused = { status: "unused", usedAt: null, redeemerEmail: null } as const;
      const all = { kind, amount, ...shownPool(pool), producedAt: at.toISOString(), ...unused };
      return { items: cdkeys.map((one) => ({ ...one, ...all })) };
    },

    async cdkeys({ page, limit, status, kind, search }, caller) {
      const { accountId } = caller;
      const of = {
        accountId,
        status,
        kind,
        search: search ? parseSearch(services, search) : undefined,
      };
      const found = await pageOfMade(db, of, { offset: (page - 1) * limit, limit });
      const items = await presentCdkeys(services, caller, found.rows);
      return { items, total: found.total, page, limit };
    },

    cdkeyUse: ({ code }, { accountId }, tx) => redeemCdkey(services, tx, accountId, code),

    async cdkeyRecord({ page, limit }, { accountId }) {
      const which = { offset: (page - 1) * limit, limit };
      const { rows, total } = await pageOfRedeemed(db, accountId, which);
      const items = rows.map((row) => ({
        id: row.id,
        code: codeOf(seal, row),
        kind: row.kind,
        amount: row.amount,
        ...shownPool(row.pool),
        usedAt: row.used_at.toISOString(),
      }));
      return { items, total, page, limit };
    },
  };
}

/** Searches by a whole code, or else by the start of a code or part of a redeemer's e-mail. */
function parseSearch({ seal }: Services, search: string): Search {
  const code = readCdkey(search);
  const characters = cdkeyCharacters(search);
  const isCode = [...characters].every((one) => cdkeyAlphabet.includes(one));
  return {
    lookups: code === null ? null : lookupsOf(seal, code),
    prefix: isCode ? characters.slice(0, cdkeyGroup) : null,
    redeemer: emailContains("redeemer_id", search),
  };
}

function statusOf(row: CdkeyRow): CdkeyStatus {
  if (row.voided_at !== null) return "void";
  return row.used_at === null ? "unused" : "used";
}

async function presentCdkeys({ db, seal }: Services, caller: Caller, rows: CdkeyRow[]) {
  const redeemers = rows.flatMap((row) => (row.redeemer_id === null ? [] : [row.redeemer_id]));
  const emails = await emailsOf(db, redeemers);
  // Reading an unused CDKey's code is as good as spending its value.
  const codeFor = (row: CdkeyRow) =>
    statusOf(row) === "unused" && !maySpend(caller)
      ? maskCdkey(codeOf(seal, row))
      : codeOf(seal, row);
  return rows.map((row) => ({
    id: row.id,
    code: codeFor(row),
    kind: row.kind,
    amount: row.amount,
    ...shownPool(row.pool),
    producedAt: row.produced_at.toISOString(),
    status: statusOf(row),
    usedAt: row.used_at?.toISOString() ?? null,
    redeemerEmail: emails.get(row.redeemer_id ?? "") ?? null,
  }));
}
